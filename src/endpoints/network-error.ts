// What went wrong between here and the server, as errors that name the cause and the way out.
import { maxHeaderSize } from 'node:http';
import { type ErrorCode, LateBenchError, type Retry } from '../errors.ts';
import { proxiesFromEnvironment } from '../http/dispatcher.ts';

function codeOf(error: unknown): string {
  const { code, cause } = error as NodeJS.ErrnoException;
  return code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
}

/** True when a connection that was kept open had been closed by the other side: one more try on a new one is free. */
export function isStaleConnection({ retry, cause }: LateBenchError): boolean {
  const code = cause === undefined || retry === 'never' ? '' : codeOf(cause);
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

const unreachableCodes = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True when there was no connection at all: nothing was sent. */
export function isUnreachable({ cause }: LateBenchError): boolean {
  return cause !== undefined && unreachableCodes.has(codeOf(cause));
}

/** True when there was a connection and nothing came back over it. */
export function isSilent({ cause }: LateBenchError): boolean {
  return cause !== undefined && codeOf(cause) === 'UND_ERR_HEADERS_TIMEOUT';
}

/** True when this process had no file left for another connection: nothing was sent. */
export function isOutOfFiles({ cause }: LateBenchError): boolean {
  const code = cause === undefined ? '' : codeOf(cause);
  return code === 'EMFILE' || code === 'ENFILE';
}

const certificateCodes =
  /^(ERR_TLS_CERT|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
/** What a handshake meets where the other side speaks no TLS. */
const plainCodes = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/;
const authorityCodes = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/;

interface Meaning {
  readonly code: ErrorCode;
  readonly retry: Retry;
  readonly text: string;
}

const network = (text: string): Meaning => ({ code: 'LB_ENDPOINT_NETWORK', retry: 'transient', text });
const timeout = (text: string): Meaning => ({ code: 'LB_ENDPOINT_TIMEOUT', retry: 'transient', text });

const meanings: Readonly<Record<string, Meaning>> = {
  UND_ERR_HEADERS_TIMEOUT: timeout('no reply in time'),
  UND_ERR_BODY_TIMEOUT: timeout('the reply stalled'),
  UND_ERR_CONNECT_TIMEOUT: network('no connection in time; does the address lead to a server?'),
  ECONNREFUSED: network('connection refused; is the server running?'),
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: network('the request could not be sent completely'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: network('the reply has another length than it says'),
  // Each reply would have them, and each is paid for.
  UND_ERR_HEADERS_OVERFLOW: {
    code: 'LB_ENDPOINT_STOPPED',
    retry: 'never',
    text: `the reply's headers are larger than the ${maxHeaderSize} bytes that Node takes; NODE_OPTIONS=--max-http-header-size=131072 raises that`,
  },
};

/** Of undici's errors with the code UND_ERR_SOCKET: replies below 200 that end the connection. */
const unaskedReplies: Readonly<Record<string, string>> = {
  'bad response': '100 Continue',
  'bad upgrade': '101 Switching Protocols',
};

/** Each reply would come so, and each is paid for. */
function unasked(code: string, message: string): Meaning | undefined {
  const interim = code === 'UND_ERR_SOCKET' ? unaskedReplies[message] : undefined;
  if (interim === undefined) return undefined;
  const text = `it answers ${interim}, which was not asked for, and then no reply can be read; switch that off in the server, or in the proxy or gateway before it`;
  return { code: 'LB_ENDPOINT_STOPPED', retry: 'never', text };
}

function meaningOf(code: string, { name, message }: Error): Meaning {
  const known = meanings[code] ?? unasked(code, message);
  if (known !== undefined) return known;
  if (certificateCodes.test(code)) {
    const remedy = authorityCodes.test(code) ? '; --ca-file FILE trusts your own certificate authority' : '';
    const text = `its TLS certificate is not accepted (${code})${remedy}`;
    return { code: 'LB_ENDPOINT_TLS', retry: 'never', text };
  }
  if (plainCodes.test(code)) {
    const text = `the server does not speak TLS (${code}); does its URL begin with http://?`;
    return { code: 'LB_ENDPOINT_TLS', retry: 'never', text };
  }
  // Within a chunked body, as streams are.
  if (name === 'HTTPParserError' && /EOF/.test(`${code} ${message}`))
    return network('the connection was closed before the reply was complete');
  if (name === 'HTTPParserError') {
    return network(
      `the reply is not HTTP (${code === '' ? message : code}); does the URL of the server begin with https://?`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return network(`the host name cannot be resolved (${code})`);
  const refused = /Proxy (?:response \((\d+)\)|Authentication Required)/.exec(message);
  if (refused !== null) {
    const status = Number(refused[1] ?? 407);
    const text =
      status === 407
        ? 'the proxy answered 407: it needs a user name and a password that are right, as in http://USER:PASSWORD@HOST:PORT'
        : `the proxy answered ${status}`;
    // What a proxy forbids it forbids the next time too; a bad gateway may pass.
    if (status < 500) return { code: 'LB_ENDPOINT_CONFIG', retry: 'never', text };
    return network(text);
  }
  return network(`${message} (${code === '' ? 'no code' : code})`);
}

/** `where`: the URL as it may be shown. */
export function networkError(cause: unknown, where: string, direct = false): LateBenchError {
  const { code, retry, text } = meaningOf(codeOf(cause), cause as Error);
  const proxies = direct ? [] : proxiesFromEnvironment();
  const via =
    proxies.length === 0 ? '' : `; proxies are set in ${proxies.join(', ')} (NO_PROXY names the exceptions)`;
  return new LateBenchError(code, `${where}: ${text}${via}`, { retry, cause });
}
