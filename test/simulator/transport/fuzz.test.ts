import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUOTA_CLASSES } from '../../../src/contract/endpoints.js';
import { readAnswer } from '../../suites/service-rig.js';
import { malformedFrame, malformedRequest } from './malformed.js';
import { connectPeer } from './peer.js';
import { DIALECTS } from '../dialect-named.js';
import { quotasBut, simulate } from './simulated.js';

/** On a failure fast-check prints it, with the path to the smallest request that fails. */
const SEED = 20_240_601;
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 10_000) / DIALECTS.length;
const PATIENCE = 10_000 + RUNS * 20;
const MEBIBYTE = 1024 * 1024;

/** Nothing is turned away for its number, and little is kept. */
const SETTINGS = {
  maxCommands: 500,
  quotas: quotasBut(
    Object.fromEntries(QUOTA_CLASSES.map((each) => [each, { limit: 1_000_000, window: 1000 }])),
  ),
};

function heapUsed(): number {
  setFlagsFromString('--expose_gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe.each(DIALECTS)('in the %s dialect', (dialect) => {
  it(
    'any REST request gets the envelope and never a 500, and leaves no memory behind',
    async () => {
      const { simulator, clock, dialect: names, bugs } = simulate({ dialect, settings: SETTINGS });
      const token = simulator.service.issueToken({
        clientId: 'operator',
        clientSecret: 'demo-operator-secret',
      });
      const request = malformedRequest(names, token.ok ? token.value.accessToken : '');
      const before = heapUsed();
      const statuses = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(request, async (malformed) => {
          const answer = readAnswer(await clock.runUntil(simulator.rest(malformed)));
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          expect(answer.status).toBeLessThan(500);
        }),
        { numRuns: RUNS, seed: SEED },
      );
      expect(bugs).toEqual([]);
      // Were most refused for one reason, the fuzzer would not reach what lies behind it.
      expect(statuses.size).toBeGreaterThan(4);
      expect(heapUsed() - before).toBeLessThan(16 * MEBIBYTE);
    },
    PATIENCE,
  );

  it(
    'any frame gets a reply that is no INTERNAL_ERROR, or a documented close, and leaves no memory behind',
    async () => {
      const simulated = simulate({ dialect, settings: SETTINGS });
      const before = heapUsed();
      let peer = connectPeer(simulated, 'operator');
      const codes = new Set<unknown>();
      await fc.assert(
        fc.asyncProperty(malformedFrame(simulated.dialect), async (text) => {
          peer.frames.length = 0;
          peer.send(text);
          for (
            let waited = 0;
            waited < 40 && peer.closes.length === 0 && !peer.frames.some(isReply);
            waited++
          ) {
            await simulated.clock.advance(150);
          }
          const reply = peer.frames.find(isReply);
          codes.add(reply?.['code'] ?? peer.closes[0]);
          expect(reply?.['code']).not.toBe('INTERNAL_ERROR');
          expect(peer.closes).toEqual(reply ? [] : ['unreadable']);
          if (!reply) peer = connectPeer(simulated, 'operator');
        }),
        { numRuns: RUNS, seed: SEED },
      );
      expect(simulated.bugs).toEqual([]);
      expect(codes.size).toBeGreaterThan(3);
      peer.session.end();
      expect(heapUsed() - before).toBeLessThan(16 * MEBIBYTE);
      expect(simulated.clock.pending().filter(({ name }) => name === 'heartbeat')).toEqual([]);
    },
    PATIENCE,
  );
});

function isReply(frame: Record<string, unknown>): boolean {
  return frame['type'] === 'reply';
}
