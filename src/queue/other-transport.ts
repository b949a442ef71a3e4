// What a server speaks that does not answer: one that expects TLS and one that does not are silent to each other, and one
// that takes nobody more says so before it is asked.
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

const longestGreeting = 1000;

/** What a server says to a client that says nothing, and then hangs up; empty where it waits to be spoken to. */
export function greetingOf({ host, port }: RedisHost): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let said = '';
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(said.trim());
    };
    const timer = setTimeout(() => {
      said = '';
      end();
    }, enoughMs);
    socket.on('data', (bytes: Buffer) => {
      if (said.length < longestGreeting) said += bytes.toString('latin1');
    });
    socket.on('error', end).on('close', end);
  });
}
