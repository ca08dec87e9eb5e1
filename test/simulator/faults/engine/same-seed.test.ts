import { expect, test } from 'vitest';
import { stage } from '../staged.js';

/** A bad minute with chance in every corner; all that a client and the journal see of it. */
async function badMinute(seed: number): Promise<string> {
  const { order, connect, relay, read, transceive, list, clock, journal } = stage({ seed });
  const connection = connect();
  await list();
  const byChance = { from: '100ms', to: '2s' };
  order({ fault: 'flapping', on: { device: 'plant-2' }, with: { down: byChance, up: byChance } });
  order({ fault: 'slow', probability: 0.5, with: { delay: { median: '300ms' } } });
  order({ fault: 'rs485-garble', probability: 0.5, with: { bytes: 2 } });
  order({ fault: 'rs485-noise', on: { device: 'plant-3' }, with: { every: byChance } });
  order({ fault: 'latency', probability: 0.4, with: { delay: byChance } });
  order({ fault: 'response-lost', probability: 0.2 });
  order({ fault: 'rate-limited', probability: 0.1 });
  order({ fault: 'duplicate-events', probability: 0.3, with: { apart: byChance } });
  order({ fault: 'delay-events', probability: 0.3, with: { delay: byChance } });
  order({ fault: 'foreign-traffic', on: { profile: 'io' }, with: { every: byChance } });
  order({ fault: 'restart', after: '40s', with: { downtime: byChance } });
  const answers: unknown[] = [];
  for (let nth = 0; nth < 12; nth++) {
    answers.push(await relay('plant-1', nth % 2 === 0 ? 'on' : 'off', `key-${nth}`));
    answers.push(await transceive('plant-1', 'ee010203'));
    answers.push(await read('plant-2'));
    await clock.advance(3_000);
  }
  return JSON.stringify({ answers, frames: connection.frames, closed: connection.closed, journal }, null, 1);
}

test('the same seed, clock and requests give the same bad minute, byte for byte', async () => {
  const first = await badMinute(5);
  expect(await badMinute(5)).toBe(first);
  expect(first.length).toBeGreaterThan(10_000);
});

test('another seed gives another bad minute', async () => {
  expect(await badMinute(6)).not.toBe(await badMinute(5));
});
