// Hostile requests for the control plane, with its token and without.
import type { RandomStream } from '../../../src/kernel/random.js';
import { bytesOf, hostileJson, nested, pick } from './hostile-json.js';
import type { Known } from './known.js';
import type { Shot } from './shot.js';

const P = '/control/v1';

/** Nothing that would order a fault, stop the clock or begin anew: 5xx and silence would be as ordered then. */
const ROUTES: readonly (readonly [method: string, path: string, body?: string])[] = [
  ['GET', P],
  ['GET', `${P}/devices?limit=2`],
  ['GET', `${P}/devices/bench-01`],
  ['GET', `${P}/devices/bench-01/witness`],
  ['POST', `${P}/devices/bench-01/stimuli`, '{"kind":"input","index":1,"active":true}'],
  ['POST', `${P}/devices/mini-01/stimuli`, '{"kind":"sensor","key":"temperature","value":20}'],
  ['GET', `${P}/faults`],
  ['POST', `${P}/faults`, '{"fault":"none-such","on":{"device":"bench-01"}}'],
  ['POST', `${P}/faults/plan`, 'faults: [{ fault: none-such }]'],
  ['DELETE', `${P}/faults/none`],
  ['GET', `${P}/clock`],
  ['GET', `${P}/clients`],
  ['GET', `${P}/commands?limit=5`],
  ['GET', `${P}/journal?limit=5`],
  ['GET', `${P}/journal/follow`],
  ['GET', `${P}/metrics`],
  ['PUT', `${P}/snapshot`, '{"format":"none","clock":0}'],
];

const ODD_TARGETS = [
  `${P}/devices/%ff`,
  `${P}/devices/%`,
  `${P}/devices/%2e%2e`,
  `${P}/devices/../devices`,
  `${P}//devices`,
  `${P}/devices/${'x'.repeat(1030)}`,
  `${P}/devices/${'x'.repeat(9000)}`,
  `${P}/devices?limit=1&limit=2`,
  `${P}/devices?limit=%ff`,
  `${P}/journal?kind=${'request,'.repeat(300)}`,
  `${P}/journal?since=99999999999999999999`,
  `${P}/journal/follow?since=-1`,
  `${P}/journal/follow?since=0`,
  `${P}/devices/%00`,
  `${P}/__proto__`,
  `${P}/devices/__proto__`,
  `${P}/faults/constructor`,
  '*',
  'control/v1',
  `http://127.0.0.1${P}`,
  '/',
];

const ODD_HEADERS = [
  'Host: evil.example',
  'Host: 127.0.0.1\r\nHost: localhost',
  'Origin: http://localhost',
  'Authorization: Bearer wrong',
  'Authorization: Bearer',
  `Authorization: Bearer ${'x'.repeat(9000)}`,
  'Last-Event-ID: x',
  'Last-Event-ID: 999999999999999',
  'Expect: 100-continue',
  'Expect: x',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Transfer-Encoding: chunked',
  'Content-Length: 99999999999',
  `X: ${'h'.repeat(20_000)}`,
];

export function controlShot(random: RandomStream, { control }: Known): Shot {
  const [method, path, good] = pick(random, ROUTES);
  const target = random.chance(0.35) ? pick(random, ODD_TARGETS) : path;
  const body =
    good === undefined
      ? bytesOf(random, random.chance(0.2) ? nested(random) : '')
      : bytesOf(random, random.chance(0.2) ? good : hostileJson(random, good));
  const odd = random.chance(0.3) ? `${pick(random, ODD_HEADERS)}\r\n` : '';
  const host = odd.startsWith('Host') ? '' : 'Host: 127.0.0.1\r\n';
  const bearer = odd.startsWith('Auth') ? '' : `Authorization: Bearer ${control.token}\r\n`;
  const length =
    /Content-Length|Transfer/.test(odd) || body.length === 0 ? '' : `Content-Length: ${body.length}\r\n`;
  const head = `${method} ${target} HTTP/1.1\r\n${host}${bearer}${odd}${length}\r\n`;
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  const cut = random.chance(0.1) ? random.integer(1, bytes.length) : bytes.length;
  const ending = pick<Shot['ending']>(random, ['answer', 'answer', 'answer', 'finish', 'abort', 'deaf']);
  return {
    kind: 'control',
    pieces: [bytes.subarray(0, cut)],
    count: 1,
    ending: cut < bytes.length ? 'abort' : ending,
  };
}
