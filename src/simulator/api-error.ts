// Errors in the shape of the OpenAI API.

export interface ApiError {
  readonly status: number;
  readonly body: {
    readonly error: {
      readonly message: string;
      readonly type: string;
      readonly param: string | null;
      readonly code: string | null;
    };
  };
}

export function apiError(
  status: number,
  message: string,
  { code = null, param = null }: { readonly code?: string | null; readonly param?: string | null } = {},
): ApiError {
  return { status, body: { error: { message, type: 'invalid_request_error', param, code } } };
}
