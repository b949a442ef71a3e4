// Servers on loopback that are not what a setting says they are.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { temporaryFolder } from './temporary.ts';

async function listening(t: TestContext, server: Server | TlsServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(t, createServer(listener))}`;
}

/** A port that nobody listens on. */
export { freePort as closedPort } from './free-port.ts';

/** A port that answers no attempt to connect: its queue is full, and nobody takes anything out of it. */
export async function filteredPort(t: TestContext): Promise<number> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const server = require('node:net').createServer();
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(workerData, 0, 0));
     });`,
    { eval: true, workerData: stop },
  );
  const [port] = (await once(worker, 'message')) as [number];
  const filling: Socket[] = [];
  for (let n = 0; n < 4; n += 1) filling.push(connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(filling.slice(0, 2).map((socket) => once(socket, 'connect')));
  t.after(async () => {
    for (const socket of filling) socket.destroy();
    Atomics.store(stop, 0, 1);
    Atomics.notify(stop, 0);
    await worker.terminate();
  });
  return port;
}

/** A server with a certificate that nobody has signed. */
export async function serveTls(t: TestContext): Promise<number> {
  const folder = await temporaryFolder(t);
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=127.0.0.1'];
  execFileSync('openssl', [...request, ...files], { stdio: 'pipe' });
  const certificate = { key: readFileSync(key), cert: readFileSync(cert) };
  return listening(
    t,
    createTlsServer(certificate, (_, response) => response.end()),
  );
}

/** A port that accepts connections, reads what comes and says nothing. */
export async function silentPort(t: TestContext): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket.on('error', () => {}).resume());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
