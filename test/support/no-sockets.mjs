// Loaded before a command that must not reach for the network: any attempt to connect or to look up a host throws.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function forbidden() {
  throw new Error('a socket was asked for');
}
net.Socket.prototype.connect = forbidden;
net.connect = forbidden;
net.createConnection = forbidden;
dgram.createSocket = forbidden;
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  dns[name] = forbidden;
  dns.promises[name] = forbidden;
}
syncBuiltinESMExports();
