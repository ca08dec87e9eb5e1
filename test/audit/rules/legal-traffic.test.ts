// A model of a client that keeps all rules, however it is drawn: no rule may call it broken.
import fc from 'fast-check';
import { createRandom } from '../../../src/kernel/random.js';
import { describe, expect, test } from 'vitest';
import { CLIENT_JUDGES } from '../../../src/audit/rules/rules.js';
import type { ClientConnection } from '../../../src/audit/traffic/traffic.js';
import {
  type Asked,
  BUSY,
  connectionOf,
  dayOf,
  DENIED,
  FAILED,
  LIMITED,
  refresh,
  refused,
  relays,
} from '../day-of.js';

type Step = [number, string, Asked?];

interface Wish {
  readonly what: 'command' | 'refresh' | 'list';
  readonly device: number;
  /** What becomes of its tries, in turn; the rest succeed. */
  readonly fates: readonly ('busy' | 'failed' | 'limited' | 'lost' | 'timeout' | 'denied' | 'gone')[];
  /** From 0 to 1, for each delay. */
  readonly chance: readonly number[];
  /** Idle time before it in ms. */
  readonly pause: number;
  readonly first: number;
  readonly factor: number;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  what: fc.constantFrom('command', 'refresh', 'list'),
  device: fc.integer({ min: 1, max: 2 }),
  fates: fc.array(fc.constantFrom('busy', 'failed', 'limited', 'lost', 'timeout', 'denied', 'gone'), {
    maxLength: 6,
  }),
  chance: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }),
  pause: fc.integer({ min: 5200, max: 20_000 }),
  first: fc.integer({ min: 200, max: 3000 }),
  factor: fc.double({ min: 1.8, max: 3, noNaN: true }),
});

const FATES = {
  busy: BUSY,
  failed: FAILED,
  limited: LIMITED(2),
  lost: 'lost',
  timeout: { commandId: 'c', commandStatus: 'timeout' },
  denied: DENIED,
  gone: refused(404, 'DEVICE_NOT_FOUND'),
} as const;

/** One after the other, as an unhurried client does things; what is final is not tried again. */
function live(wishes: readonly Wish[]): Step[] {
  const steps: Step[] = [[0, 'token.create', { reply: { token: 1, lifetime: 3_600_000 } }]];
  const denied = new Set<string>();
  let at = 1000;
  let key = 0;
  for (const { what, device, fates, chance, pause, first, factor } of wishes) {
    at += pause;
    const name = what === 'list' ? 'list' : `${what} ${device}`;
    if (denied.has(name)) continue;
    key++;
    let exponent = 0;
    for (const [turn, fate] of [...fates, undefined].entries()) {
      const reply = fate === undefined ? {} : FATES[fate];
      const [topic, asked] = stepOf(what, device, `k${key}`, key);
      steps.push([at, topic, { ...asked, reply }]);
      if (fate === 'denied' || fate === 'gone') denied.add(name);
      if (fate === undefined || fate === 'denied' || fate === 'gone' || fate === 'timeout') break;
      // Equal jitter: half of the delay is certain.
      const delay = first * factor ** exponent * (0.5 + (chance[turn] ?? 0) / 2);
      exponent++;
      at += 10 + (fate === 'limited' ? 2000 + delay : what === 'refresh' ? Math.max(3100, delay) : delay);
    }
    if (what === 'refresh') at += 3100;
  }
  return steps;
}

function stepOf(what: Wish['what'], device: number, key: string, turn: number): [string, Asked] {
  if (what === 'list') return ['devices.list', { method: 'GET', path: '/svc/v1/devices', token: 1 }];
  if (what === 'refresh') return ['devices.read', refresh(`d${device}`, { token: 1 })];
  return ['relays.set', { ...relays(key, { 1: turn % 2 === 0 ? 'on' : 'off' }, `d${device}`), token: 1 }];
}

function brokenIn(steps: Step[], connections: readonly ClientConnection[] = []): string[] {
  const to = (steps.at(-1)?.[0] ?? 0) + 1000;
  const day = dayOf(steps, { connections, to });
  const calm = dayOf(live([]), { day: 'calm' });
  return CLIENT_JUDGES.flatMap(({ id, judge }) => {
    const ruling = judge({ days: [day, calm], calm });
    return ruling.kind === 'broken' ? [`${id}: ${JSON.stringify(ruling.breaches.slice(0, 2))}`] : [];
  });
}

describe('random legal traffic', () => {
  test('of requests is never called broken', () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 25 }), (wishes) => {
        expect(brokenIn(live(wishes))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('of connections under full jitter is never called broken', () => {
    const outage = fc.record({
      life: fc.integer({ min: 20_000, max: 60_000 }),
      failures: fc.integer({ min: 0, max: 7 }),
    });
    fc.assert(
      fc.property(fc.array(outage, { minLength: 1, maxLength: 6 }), fc.integer(), (outages, seed) => {
        const random = createRandom(seed).stream('jitter');
        const steps: Step[] = [];
        const connections: ClientConnection[] = [];
        let at = 0;
        for (const [index, { life, failures }] of outages.entries()) {
          const id = `ws-${index}`;
          const ticket = `t${index}`;
          steps.push([at, 'ticket.create', { reply: { ticket } }]);
          const pings = Math.floor(life / 30_000);
          for (let ping = 1; ping <= pings; ping++)
            steps.push([at + 20 + ping * 30_000, 'session.ping', { connection: id, requestId: `${ping}` }]);
          connections.push(connectionOf(id, at + 20, at + 20 + life, { ticket }));
          at += 20 + life;
          for (let failed = 1; failed <= failures; failed++) {
            at += 1000 * 2 ** failed * random.fraction();
            steps.push([at, 'ticket.create', { reply: FAILED }]);
            at += 10;
          }
          at += 1000 * 2 ** (failures + 1) * random.fraction();
        }
        expect(brokenIn(steps, connections)).toEqual([]);
      }),
      // Chance itself could deceive the judge once in ten thousand clients: the draws are the same each time.
      { numRuns: 200, seed: 7 },
    );
  });
});
