// The gate in front of a server that takes whatever comes for a command, in full size: `npm run proof -- attack gate`.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { SafetyError } from '../../../src/harness/target/gated-transport.js';
import { createNetworkTransport } from '../../../src/harness/target/network/create-network-transport.js';
import { createRandom } from '../../../src/kernel/random.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import { attackSeed, sized } from '../size.js';
import { type Assault, createAssault, DEVICES, dialectOf, PROFILE } from './assault.js';
import { serving } from './at-serve.js';
import { BY_HAND } from './by-hand.js';
import { type Listening, listen } from './sloppy/listen.js';
import { createSloppyServer } from './sloppy/server.js';
import { storm } from './storm.js';

const ALL_BY_HAND = Object.values(BY_HAND).flat();

const WHOLE = 100_000;
const RESTRICTED = 20_000;
const OVER_SOCKETS = 2_000;

const chance = (what: string) => createRandom(attackSeed()).stream(`attack/gate/${what}`);

describe('mutations of real writes', () => {
  test('do nothing that the profile does not permit, and permitted writes go out', async () => {
    const count = sized(WHOLE);
    const told = await storm(createAssault(), chance('whole'), count);
    console.info(told.summary);
    expect(told.forbidden).toEqual([]);
    expect(told.gateErrors).toEqual([]);
    expect(told.bare.heldBack).toEqual([]);
    expect(told.without.forbidden).toBeGreaterThan(count / 2);
    // Most mutants that could be sent safely are not plain enough to be sure of it.
    expect(told.passed).toBeGreaterThan(count / 200);
  });

  test('do nothing either where the target has other names for all', async () => {
    const told = await storm(
      createAssault({ dialect: dialectOf('scrambled') }),
      chance('scrambled'),
      sized(RESTRICTED),
    );
    console.info(told.summary);
    expect([told.forbidden, told.gateErrors]).toEqual([[], []]);
  });

  test('switch nothing and put nothing on a line with --no-actuate', async () => {
    const told = await storm(
      createAssault({ restriction: 'no-actuate' }),
      chance('no-actuate'),
      sized(RESTRICTED),
    );
    console.info(told.summary);
    expect([told.forbidden, told.gateErrors]).toEqual([[], []]);
    expect(told.done.switch + told.done.bytes).toBe(0);
    expect(told.done.baud).toBeGreaterThan(0);
  });

  test('do nothing at all with --read-only', async () => {
    const told = await storm(
      createAssault({ restriction: 'read-only' }),
      chance('read-only'),
      sized(RESTRICTED),
    );
    console.info(told.summary);
    expect(told.forbidden).toEqual([]);
    expect(told.done).toEqual({ switch: 0, bytes: 0, jog: 0, baud: 0, manage: 0 });
  });
});

describe('over real sockets', () => {
  const server = createSloppyServer(DEVICES);
  let listening: Listening;
  let assault: Assault;
  beforeAll(async () => {
    listening = await listen(server);
    const transport = createNetworkTransport({
      baseUrl: `http://127.0.0.1:${listening.port}`,
      websocketUrl: `ws://127.0.0.1:${listening.port}`,
      tls: { insecure: false },
      clock: createSystemClock(),
    });
    assault = createAssault({ server, transport });
  });
  afterAll(async () => {
    await assault.close();
    await listening.close();
  });

  test('a sample of them does the same', async () => {
    const told = await storm(assault, chance('sockets'), sized(OVER_SOCKETS));
    console.info(told.summary);
    expect([told.forbidden, told.gateErrors, told.bare.heldBack]).toEqual([[], [], []]);
    expect(listening.arrived()).toBeGreaterThan(told.passed);
  });
});

describe('spellings that were written by hand, at a simulator', () => {
  test('switch and change nothing behind the gate, and some of them without it', async () => {
    const serve = await serving();
    const gate = createGate({ profile: PROFILE, dialect: dialectOf('default') });
    const gated = gate.guard(serve.transport);
    let openly = 0;
    const through: string[] = [];
    try {
      for (const draft of ALL_BY_HAND) {
        const refused = await serve.did(draft, gated).then(
          () => false,
          (error: unknown) => error instanceof SafetyError,
        );
        if (!refused) through.push(JSON.stringify(draft));
        if (await serve.did(draft).catch(() => false)) openly++;
      }
    } finally {
      await serve.close();
    }
    console.info(
      `${openly} of ${ALL_BY_HAND.length} did something at the simulator without the gate, and none behind it`,
    );
    expect(through).toEqual([]);
    expect(openly).toBeGreaterThan(5);
  });
});
