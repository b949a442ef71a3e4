// The bodies that servers send with an error status.

export const errorShapes = [
  'openai',
  'llama-server',
  'vllm',
  'detail',
  'openrouter',
  'html',
  'none',
] as const;

export interface ErrorWords {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
}

const standard: Readonly<Record<number, readonly [type: string, code: string | null, message: string]>> = {
  400: ['invalid_request_error', null, 'the request is not valid'],
  401: ['authentication_error', 'invalid_api_key', 'the API key is missing or wrong'],
  402: ['insufficient_quota', 'insufficient_quota', 'the balance is used up'],
  403: ['permission_error', 'permission_denied', 'this key may not use this model'],
  404: ['not_found_error', 'model_not_found', 'there is no such model'],
  408: ['timeout_error', 'request_timeout', 'the request took too long'],
  422: ['invalid_request_error', 'invalid_parameter', 'a parameter is not valid'],
  429: ['rate_limit_error', 'rate_limit_exceeded', 'too many requests'],
  500: ['server_error', null, 'internal server error'],
  502: ['server_error', 'bad_gateway', 'bad gateway'],
  503: ['server_error', 'overloaded', 'the server is overloaded'],
};

/** What a server says with this status unless the rule says otherwise. */
export function usualWords(status: number): ErrorWords {
  const [type, code, message] = standard[status] ?? ['server_error', null, `status ${status}`];
  return { status, type, code, message };
}

export function errorBody(
  shape: (typeof errorShapes)[number],
  { status, message, type, code }: ErrorWords,
): { readonly contentType: string; readonly text: string } {
  const json = (body: object) => ({ contentType: 'application/json', text: JSON.stringify(body) });
  switch (shape) {
    case 'openai':
      return json({ error: { message, type, param: null, code } });
    case 'llama-server':
      return json({ error: { code: status, message, type } });
    case 'vllm':
      return json({ object: 'error', message, type, param: null, code: status });
    case 'detail':
      return json({ detail: message });
    case 'openrouter':
      return json({ error: { code: status, message, metadata: { provider_name: 'latebench-sim' } } });
    case 'html':
      return {
        contentType: 'text/html',
        text: `<html><head><title>${status}</title></head><body><h1>${message}</h1></body></html>`,
      };
    case 'none':
      return { contentType: 'text/plain', text: '' };
  }
}
