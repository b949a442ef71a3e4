// A port on which no connection is ever made: its process listens for one connection and is stopped, and the places in the
// kernel's queue are taken. What comes next is never answered, as behind a firewall that drops packets.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

const listening = `
const server = require('node:net').createServer(() => {});
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;
/** More than a backlog of one has places for. */
const taken = 6;

export async function fullBacklog(): Promise<{ readonly port: number; close(): void }> {
  const child = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout!, 'data')) as [Buffer];
  const port = Number(printed.toString());
  child.kill('SIGSTOP');
  const sockets = Array.from({ length: taken }, () =>
    connect({ port, host: '127.0.0.1' }).on('error', () => {}),
  );
  await once(sockets[0]!, 'connect');
  return {
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}
