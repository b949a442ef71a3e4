// What commands use of undici, as its index.js gives it: a pool of connections, and proxies. The rest, with `fetch`, web
// sockets and caches, is three quarters of what loading it takes.
import api from '../node_modules/undici/lib/api/index.js';
import Dispatcher from '../node_modules/undici/lib/dispatcher/dispatcher.js';

export { default as buildConnector } from '../node_modules/undici/lib/core/connect.js';
export { default as EnvHttpProxyAgent } from '../node_modules/undici/lib/dispatcher/env-http-proxy-agent.js';
export { default as Pool } from '../node_modules/undici/lib/dispatcher/pool.js';

Object.assign(Dispatcher.prototype, api);
