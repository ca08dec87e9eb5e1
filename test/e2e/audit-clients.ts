// Clients of a few lines that are judged on a day of a few seconds.
import { conform, type Ended } from './bin.js';

export const DAY = 'test/e2e/files/days/calm.yaml';
export const GOOD = 'examples/client/dist/main.js';

export const audit = (...args: readonly string[]): Promise<Ended> => conform('audit', '--day', DAY, ...args);
export const auditScript = (script: string, ...options: readonly string[]): Promise<Ended> =>
  audit(...options, '--', 'node', '-e', script);

export const FETCH = `const call = (method, path, body, headers = {}) => fetch(process.env.CONFORM_URL + '/svc/v1' + path,
  { method, headers: { 'content-type': 'application/json', ...headers }, body: body && JSON.stringify(body) })
  .then((reply) => reply.json());`;
const LOGIN = `${FETCH}
export const { CONFORM_CLIENT_ID: clientId, CONFORM_CLIENT_SECRET: clientSecret, CONFORM_DEVICE_ID: device } = process.env;
export const login = () => call('POST', '/auth/token', { clientId, clientSecret })
  .then(({ data }) => ({ authorization: 'Bearer ' + data.accessToken }));`;
export const KEYLESS = `${LOGIN}
login().then((head) => call('POST', '/devices/' + device + '/relays/commands',
  { relays: [{ index: 2, action: 'on' }] }, head)).then(console.log); setInterval(() => {}, 1000);`;
