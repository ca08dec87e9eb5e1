// A small share of the attack on the gate, with every test run; the whole is gate.attack.ts.
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import { createAssault, DEVICES, forbiddenDeed } from './assault.js';
import { mutant } from './generator/mutate.js';
import { createSloppyServer } from './sloppy/server.js';
import { storm } from './storm.js';

const chance = (what: string) => createRandom(7).stream(what);

test('mutated writes do nothing that the profile does not permit, and real ones go out where it does', async () => {
  const told = await storm(createAssault(), chance('gate'), 300);
  expect(told.forbidden).toEqual([]);
  expect(told.gateErrors).toEqual([]);
  expect(told.bare.heldBack).toEqual([]);
  expect(told.passed).toBeGreaterThan(3);
});

test.each(['no-actuate', 'read-only'] as const)(
  'with --%s nothing is switched, and no byte put on a line',
  async (restriction) => {
    const told = await storm(createAssault({ restriction }), chance(restriction), 100);
    const { switch: switches, bytes, jog, baud, manage } = told.done;
    expect([switches, bytes]).toEqual([0, 0]);
    expect(restriction === 'read-only' ? jog + baud + manage : 0).toBe(0);
  },
);

test('the server would do much of what it is sent without the gate', () => {
  const server = createSloppyServer(DEVICES);
  const random = chance('openly');
  let forbidden = 0;
  for (let at = 0; at < 100; at++) {
    const { channel, ...draft } = mutant(random);
    server.world.deeds.length = 0;
    if (channel === 'rest') server.http(draft);
    else server.frame(draft.body);
    if (server.world.deeds.some((deed) => forbiddenDeed(deed) !== undefined)) forbidden++;
  }
  expect(forbidden).toBeGreaterThan(40);
});
