import { describe, expect, test } from 'vitest';
import { canBeJudged, troubleOf } from '../../../src/audit/outcome/trouble.js';
import { dayOf, refused } from '../day-of.js';
import { lived } from './lived.js';

const process = { how: 'exit code 1', neverBegan: false, output: '' };
const raw = (path: string) => ['raw', { method: 'GET', path, reply: refused(404, 'NOT_FOUND') }] as const;

describe('what is wrong with a day', () => {
  test('is nothing when the client was seen', () => {
    const day = lived({ traffic: dayOf([[0, 'token.create', { reply: { token: 1 } }]]) });
    expect(troubleOf(day)).toBeUndefined();
    expect(canBeJudged(day)).toBe(true);
  });

  test.each([
    [
      'not started',
      lived({ processes: [{ ...process, how: 'there is no such file', neverBegan: true }] }),
      /there is no such file/,
    ],
    ['ended at once', lived({ processes: [process], endedBy: 'client', to: 900 }), /exit code 1/],
    ['never called', lived(), /\{url\}/],
    ['never called', lived({ processes: [process], endedBy: 'client' }), /ended with exit code 1/],
    ['never called', lived({ processes: [] }), /start the client/],
    ['no HTTP', lived({ sockets: 3 }), /--tls/],
    ['interrupted', lived({ endedBy: 'interrupt' }), /interrupted/],
    ['bug', lived({ bugs: ['TypeError'] }), /TypeError/],
    [
      'other dialect',
      lived({ traffic: dayOf([[0, ...raw('/api/things')]]) }),
      /GET \/api\/things.*base address/,
    ],
    [
      'other dialect',
      lived({ traffic: dayOf([[0, ...raw('/io-fleet/v1/devices')]]) }),
      /paths begin with \/svc\/v1 here; firstSegment: io-fleet/,
    ],
    [
      'other dialect',
      lived({
        // As a simulator keeps it whose own first segment stands for svc, and svc for that.
        traffic: dayOf([[0, ...raw('/io-fleet/v1/devices')]]),
        path: (path) =>
          path.replace(/^\/(svc|io-fleet)/, (_, first) => (first === 'svc' ? '/io-fleet' : '/svc')),
      }),
      /GET \/svc\/v1\/devices\): paths begin with \/io-fleet\/v1 here; firstSegment: svc/,
    ],
    ['other dialect', lived({ traffic: dayOf([[0, ...raw('/svc/v1/boards')]]) }), /404 NOT_FOUND.*--dialect/],
    [
      'other credentials',
      lived({
        traffic: dayOf([[0, 'token.create', { reply: refused(401, 'AUTH_INVALID') }]]),
      }),
      /\{clientSecret\}/,
    ],
  ] as const)('%s', (kind, day, words) => {
    expect(troubleOf(day)).toMatchObject({ kind, words: expect.stringMatching(words) as string });
    // What was refused for good must not be repeated, credentials included.
    expect(canBeJudged(day)).toBe(kind === 'other credentials');
  });

  test('is a flood when too much came, and what came until then is judged', () => {
    const many = Array.from({ length: 300 }, (_, at) => [at * 10, 'devices.list'] as const);
    const day = lived({ flooded: true, traffic: dayOf(many) });
    expect(troubleOf(day)).toMatchObject({
      kind: 'flood',
      words: expect.stringMatching(/300 requests/) as string,
    });
    expect(canBeJudged(day)).toBe(true);
  });

  test('is no matter of credentials when one token was issued', () => {
    const traffic = dayOf([
      [0, 'token.create', { reply: { token: 1 } }],
      [50, 'token.create', { reply: refused(401, 'AUTH_INVALID') }],
    ]);
    expect(troubleOf(lived({ traffic }))).toBeUndefined();
  });
});
