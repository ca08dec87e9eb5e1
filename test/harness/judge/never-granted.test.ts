// What comes to nothing in each of many tries of clients that nobody here knows.
import { expect, test } from 'vitest';
import { judge } from '../../../src/harness/judge/judge.js';
import { type Line, ok, refused, traceOf } from './traces.js';

const MINUTE = 60_000;
const TRIES = 10;

/** Each minute the same request, and another one that succeeds. */
function told(
  asked: Partial<Line>,
  beside: Partial<Line> = { what: 'devices.list', body: ok({ devices: [] }) },
) {
  const lines = Array.from({ length: TRIES }, (_, at): Line[] => [
    {
      from: at * MINUTE,
      to: at * MINUTE + 10,
      what: 'devices.list',
      body: ok(),
      ...asked,
      ...(asked.key && { key: `k${at}` }),
    },
    { from: at * MINUTE + 20, to: at * MINUTE + 30, what: 'devices.list', body: ok(), ...beside },
  ]).flat();
  return judge(traceOf(lines), { strict: false, dropped: 0, ofTraffic: true })
    .filter(({ where }) => where === 'invariant never-granted')
    .map(({ rule }) => rule);
}

const OFFLINE = refused('DEVICE_OFFLINE');
const read = { what: 'devices.read', deviceId: 'd1', body: ok() };

test.each<[string, string, Partial<Line>, Partial<Line>?]>([
  [
    'a server error',
    'devices.profiles',
    { what: 'profiles.list', status: 500, body: refused('INTERNAL_ERROR') },
  ],
  [
    'no such device, which is read',
    'devices.config-read',
    { what: 'devices.config', deviceId: 'd1', status: 404, body: refused('DEVICE_NOT_FOUND') },
    read,
  ],
  [
    'an offline device, which is read',
    'relay.set-many',
    { what: 'relays.set', key: 'k', deviceId: 'd1', status: 409, body: OFFLINE },
    read,
  ],
])('each time %s breaks %s', (_, rule, asked, beside) => {
  expect(told(asked, beside)).toEqual([rule]);
});

test.each<[string, Partial<Line>, Partial<Line>?]>([
  [
    'a device that nobody has seen',
    { what: 'devices.config', deviceId: 'd9', status: 404, body: refused('DEVICE_NOT_FOUND') },
  ],
  [
    'an offline device that is not read',
    { what: 'relays.set', key: 'k', deviceId: 'd1', status: 409, body: OFFLINE },
  ],
  [
    'a device at work',
    { what: 'relays.set', key: 'k', deviceId: 'd1', status: 409, body: refused('DEVICE_BUSY') },
    read,
  ],
  [
    'too many requests',
    { what: 'profiles.list', status: 429, body: refused('RATE_LIMITED', { retryAfterSeconds: 1 }) },
  ],
  [
    'a wrong value',
    { what: 'relays.set', key: 'k', deviceId: 'd1', status: 422, body: refused('INVALID_PARAMETER') },
    read,
  ],
  [
    'a permission that the client may not have',
    { what: 'profiles.list', status: 403, body: refused('AUTH_SCOPE_DENIED') },
  ],
  ['a token that may be over', { what: 'profiles.list', status: 401, body: refused('AUTH_TOKEN_INVALID') }],
  [
    'credentials that may be wrong',
    { what: 'token.create', status: 401, body: refused('AUTH_INVALID_CREDENTIALS') },
  ],
])('nothing is said of %s', (_, asked, beside) => {
  expect(told(asked, beside)).toEqual([]);
});
