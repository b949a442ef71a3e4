// A server for the endpoint benchmark, in a separate process: answers every POST with the same completion of about
// 2 kB. Prints its URL, and ends when its standard input does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = JSON.stringify({
  id: 'x',
  model: 'm',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'word '.repeat(380) }, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 100, completion_tokens: 380 },
});
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, headers);
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
