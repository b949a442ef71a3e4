// What a server speaks that does not answer: one that expects TLS and one that does not are silent to each other.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { RedisHost } from './redis-address.ts';

const enoughMs = 2000;

function settles(socket: Socket, answers: (give: (yes: boolean) => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const give = (yes: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(yes);
    };
    const timer = setTimeout(() => give(false), enoughMs);
    socket.on('error', () => give(false)).on('close', () => give(false));
    answers(give);
  });
}

/** Whether Redis answers there without TLS. Nothing is sent but a PING, which also a server with a password answers. */
function answersPlain({ host, port }: RedisHost): Promise<boolean> {
  const socket = connect({ host, port });
  return settles(socket, (give) => {
    socket.on('connect', () => socket.write('PING\r\n'));
    socket.once('data', (reply) => give(/^[+-]/.test(reply.toString('latin1'))));
  });
}

/** Whether TLS is spoken there. The certificate does not matter: nothing is sent after the handshake. */
function answersTls({ host, port }: RedisHost): Promise<boolean> {
  const socket = connectTls({ host, port, rejectUnauthorized: false });
  return settles(socket, (give) => socket.on('secureConnect', () => give(true)));
}

/** Whether the server speaks TLS where the address asks for none, or none where it asks for TLS. */
export function speaksOtherwise(server: RedisHost, { tls }: { readonly tls: boolean }): Promise<boolean> {
  return tls ? answersPlain(server) : answersTls(server);
}
