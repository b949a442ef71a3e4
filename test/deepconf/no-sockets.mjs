// Loaded before a command (`node --import`): whoever opens a socket, listens or looks up a name ends the process.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function refuse() {
  process.stderr.write('a socket was opened\n');
  process.exit(97);
}

net.Socket.prototype.connect = refuse;
net.Server.prototype.listen = refuse;
net.connect = refuse;
net.createConnection = refuse;
dgram.createSocket = refuse;
dns.lookup = refuse;
dns.promises.lookup = refuse;
globalThis.fetch = refuse;
syncBuiltinESMExports();
