// The check before a run: what differs between a profile and its target, and what to do about it.
import { ungated } from '../ungated.js';
import { describe, expect, test } from 'vitest';
import {
  checkTarget,
  type TargetCheck,
  type TargetProblem,
} from '../../../../src/harness/target/check/check-target.js';
import { answeredAtAll } from '../../../../src/harness/target/check/context.js';
import type { CallOutcome } from '../../../../src/harness/target/call.js';
import { createTarget } from '../../../../src/harness/target/create-target.js';
import type { Profile } from '../../../../src/harness/profile/profile.js';
import type { Breakage, Transport } from '../../../../src/harness/target/transport.js';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { createTrace } from '../../../../src/trace/trace.js';
import type { ScriptedAnswer } from '../../../suites/transport.js';
import { type Bench, createBench } from '../bench.js';
import { plainDialect } from '../plain-dialect.js';
import { createRig, PROFILE, refusal, success, tokenReply } from '../rig.js';

async function check(bench: Bench, profile: Profile = PROFILE): Promise<TargetCheck> {
  const { target, clock } = createRig(bench.script, { profile });
  return clock.runUntil(checkTarget(target, profile));
}

test.each([
  ['in an envelope', refusal(404, 'NOT_FOUND')],
  ['with a page', { status: 404, body: '<html></html>' }],
])(
  'a target that answers everything with 404 %s is at another address, and breaks nothing',
  async (_, answer) => {
    const bench = createBench();
    bench.instead = () => answer;
    const found = told(await check(bench));
    expect(found).toMatch(/^interface: nothing of this interface is there: .*404/);
    expect(found).toContain('firstSegment: io-fleet');
    expect(told(await check(bench, { ...PROFILE, baseUrl: 'https://a.test/acme/v1' }))).toContain(
      'Leave /acme/v1 out of baseUrl, and write firstSegment: acme into the dialect.',
    );
  },
);

/** A bench that answers one line otherwise. */
function benchWith(line: string, answer: () => ScriptedAnswer): Bench {
  const bench = createBench();
  bench.instead = (each) => (each === line ? answer() : undefined);
  return bench;
}

function told(found: TargetCheck): string {
  if (found.kind === 'fits') return 'fits';
  const problems: readonly (Pick<TargetProblem, 'message' | 'hint' | 'breach'> & { about: string })[] =
    found.kind === 'unreachable' ? [{ about: 'nobody', ...found }] : found.problems;
  return problems
    .map(({ about, message, hint, breach }) => {
      const breaks = breach ? ` breaks ${breach.rule}` : '';
      return `${about}${breaks}: ${message}\n  ${hint}`;
    })
    .join('\n');
}

describe('a target', () => {
  test('that is as its profile says fits, and its states are known', async () => {
    const found = await check(createBench());
    expect(told(found)).toBe('fits');
    expect(found).toMatchObject({ kind: 'fits' });
    const states = found.kind === 'fits' ? found.states : new Map();
    expect(states.get('dev-1')).toMatchObject({
      relays: [
        { index: 1, on: false },
        { index: 2, on: true },
        { index: 3, on: false },
      ],
    });
  });

  test('is checked through refusals and failures that are legal at any moment', async () => {
    const answers = [
      refusal(429, 'RATE_LIMITED', { retryAfterSeconds: 2 }),
      refusal(500, 'INTERNAL_ERROR'),
      'break' as const,
    ];
    const bench = createBench();
    let hits = 0;
    // Every request meets each of the three once.
    bench.instead = () => (hits++ % 4 === 3 ? undefined : answers[hits % 3]);
    expect(told(await check(bench))).toBe('fits');
  });

  test('with a list that goes round without end is asked for no more than one page again', async () => {
    const bench = createBench();
    let pages = 0;
    bench.instead = (line) =>
      line.startsWith('GET /devices?') || line === 'GET /devices'
        ? success({ devices: [{ deviceId: 'dev-1' }], nextCursor: `after-${++pages}` })
        : undefined;
    const profile = { ...PROFILE, clients: { operator: PROFILE.clients['operator']! } };
    expect(told(await check(bench, profile))).toBe('fits');
    expect(pages).toBe(2);
  });

  test('with other scopes than declared is told what to write', async () => {
    const bench = benchWith('POST /auth/token', () => tokenReply('t', 60, ['device:read', 'device:control']));
    expect(told(await check(bench))).toMatchInlineSnapshot(`
      "scopes breaks auth.token-shape: API client operator lacks device:config: the profile and the target disagree
        Where the profile is wrong, write clients.operator.scopes: [device:read, device:control], or change what the client is granted.
      scopes breaks auth.token-shape: API client reader also holds device:control: the profile and the target disagree
        Where the profile is wrong, write clients.reader.scopes: [device:read, device:control], or change what the client is granted."
    `);
  });

  test('that grants device:read beside a write scope is as declared', async () => {
    const profile = { ...PROFILE, clients: { operator: PROFILE.clients['operator']! } };
    const bench = benchWith('POST /auth/token', () =>
      tokenReply('t', 60, ['device:config', 'device:read', 'device:control']),
    );
    expect(told(await check(bench, profile))).toBe('fits');
  });

  test.each<[string, ScriptedAnswer]>([
    ['refuses the credentials', refusal(401, 'AUTH_INVALID')],
    ['has disabled the client', refusal(403, 'APP_DISABLED')],
    ['answers with a page', { status: 404, body: '<html>nothing here</html>' }],
    ['has no token in its reply', success({ token: 'x' })],
  ])('that %s is told so', async (_, answer) => {
    const operator = { ...PROFILE.clients['operator']!, clientSecretEnv: 'OPERATOR_SECRET' };
    const profile = { ...PROFILE, clients: { operator }, devices: {} };
    expect(
      told(
        await check(
          benchWith('POST /auth/token', () => answer),
          profile,
        ),
      ),
    ).toMatchSnapshot('told');
  });

  test('with a slip in its token reply is left to the checks of the run', async () => {
    const profile = { ...PROFILE, clients: { reader: PROFILE.clients['reader']! } };
    const data = {
      accessToken: 'text',
      tokenType: 'bearer',
      expiresIn: 60,
      clientId: 'x',
      scopes: ['device:read'],
    };
    expect(
      told(
        await check(
          benchWith('POST /auth/token', () => success(data)),
          profile,
        ),
      ),
    ).toBe('fits');
  });

  test('without the devices of the profile, or with a client that sees too much, is told so', async () => {
    const profile: Profile = {
      ...PROFILE,
      clients: {
        operator: PROFILE.clients['operator']!,
        reader: { ...PROFILE.clients['reader']!, devices: ['spare'] },
      },
      devices: {
        bench: { deviceId: 'dev-1', relays: [1, 7, 8] },
        spare: { deviceId: 'dev-2', relays: [] },
      },
    };
    expect(told(await check(createBench(), profile))).toMatchInlineSnapshot(`
      "device: device bench has no relay 7, 8; its relays are: 1, 2, 3
        Correct devices.bench.relays, or the indexBase of the dialect.
      device: API client operator does not list device spare (dev-2)
        Check devices.spare.deviceId, or leave spare out of clients.operator.devices.
      device breaks scope.devices-within-client: API client reader lists device bench (dev-1), which the profile does not give it
        Where it may access it, add bench to clients.reader.devices.
      device: API client reader does not list device spare (dev-2)
        Check devices.spare.deviceId, or leave spare out of clients.reader.devices."
    `);
  });

  test('that speaks another dialect is told so, with the place and what came, and never as a breach', async () => {
    const bench = createBench();
    bench.instead = (line) => {
      if (line === 'GET /devices') return success({ devices: [{ id: 'dev-1' }] });
      if (line === 'GET /devices/dev-1') return success({ state: {} });
      return line === 'GET /device-profiles' ? success({ profiles: [{ profileId: '' }] }) : undefined;
    };
    expect(told(await check(bench))).toMatchInlineSnapshot(`
      "dialect: the device list does not fit the dialect "plain": /data/devices/0/deviceId: expected string, got nothing
        plain.yaml:1:1 deviceList says otherwise: correct the dialect, or name another one in the profile.
      dialect: the state of device bench does not fit the dialect "plain": /data/device: expected object, got nothing, and 1 more
        plain.yaml:1:1 deviceDetail says otherwise: correct the dialect, or name another one in the profile.
      dialect: the list of device profiles does not fit the dialect "plain": /data/profiles/0/profileId: expected Too small: expected string to have >=1 characters, got ""
        plain.yaml:1:1 profileList says otherwise: correct the dialect, or name another one in the profile."
    `);
  });

  test('whose device does not answer is told so', async () => {
    const bench = benchWith('GET /devices/dev-1', () => refusal(409, 'DEVICE_OFFLINE'));
    expect(told(await check(bench))).toMatchInlineSnapshot(`
      "device: the state of device bench (dev-1) cannot be read: 409 DEVICE_OFFLINE
        Check that the device is on and connected, and that devices.bench.deviceId is right; or leave it out of the profile."
    `);
  });

  test('whose WebSocket channel is elsewhere is told so; a refused upgrade is left to the checks', async () => {
    const bench = createBench();
    const silent = createRig({ ...bench.script, upgrade: () => 'silence' });
    expect(told(await silent.clock.runUntil(checkTarget(silent.target, PROFILE)))).toMatchInlineSnapshot(`
      "websocket breaks ws.ticket-once: no WebSocket connection to ws://localhost: the upgrade was not answered within 10 s, in each of 3 tries
        Check websocketUrl, and whether a proxy in between lets upgrades through."
    `);
    const refusing = createRig({ ...bench.script, upgrade: () => 503 });
    expect(told(await refusing.clock.runUntil(checkTarget(refusing.target, PROFILE)))).toBe('fits');
  });

  test.each<[Breakage['cause'], Breakage['reason'], string]>([
    ['address', 'refused', 'the name in http://localhost has no address'],
    ['connection', 'refused', 'no connection to http://localhost: nothing listens there'],
    ['tls', 'refused', 'no secure connection to http://localhost: self-signed certificate'],
    ['protocol', 'reset', 'what http://localhost answers is not HTTP'],
    [undefined, 'reset', 'the connection broke: socket hang up'],
  ])('that cannot be reached (%s) is told how to be', async (cause, reason, detail) => {
    const broken: Breakage = { kind: 'broken', reason, detail, ...(cause === undefined ? {} : { cause }) };
    const transport: Transport = {
      http: () => Promise.resolve(broken),
      open: () => Promise.resolve({ kind: 'refused', detail }),
      close: () => Promise.resolve(),
    };
    const clock = createManualClock();
    const trace = createTrace(clock);
    const target = createTarget({
      profile: PROFILE,
      dialect: plainDialect,
      clock,
      transport: ungated(transport),
      trace,
    });
    const found = await clock.runUntil(checkTarget(target, PROFILE));
    expect(found.kind).toBe('unreachable');
    expect(told(found)).toMatchSnapshot('told');
  });

  test('whose replies all break off breaks the rule that promises a token, where they said that it is granted', async () => {
    const cut = (begun: number): Transport => ({
      http: () => Promise.resolve({ kind: 'broken', reason: 'reset', detail: 'other side closed', begun }),
      open: () => Promise.resolve({ kind: 'refused', detail: 'other side closed' }),
      close: () => Promise.resolve(),
    });
    const found = async (begun: number): Promise<string> => {
      const clock = createManualClock();
      const parts = { profile: PROFILE, dialect: plainDialect, clock, trace: createTrace(clock) };
      const target = createTarget({ ...parts, transport: ungated(cut(begun)) });
      return told(await clock.runUntil(checkTarget(target, PROFILE)));
    };
    expect(await found(200)).toMatch(
      /^client breaks auth\.token-issued: .*the reply with status 200 broke off: other side closed, in each of \d+ tries/,
    );
    expect(await found(404)).toMatch(/^nobody: .* cannot be reached: the reply with status 404 broke off/);
  });

  test.each<[number, CallOutcome, ReturnType<typeof answeredAtAll>]>([
    [9, { kind: 'broken', reason: 'reset', detail: 'other side closed' }, 'failing'],
    [2, { kind: 'broken', reason: 'reset', detail: 'other side closed' }, 'undecided'],
    [9, { kind: 'broken', reason: 'cut', cause: 'limit', detail: 'more than is read' }, 'undecided'],
  ])('that was asked %i times in vain, with %j, is %s', (tries, outcome, standing) => {
    expect(answeredAtAll({ tries, outcome })).toBe(standing);
  });

  test('stops being checked when the run is called off', async () => {
    const bench = benchWith('POST /auth/token', () =>
      refusal(429, 'RATE_LIMITED', { retryAfterSeconds: 30 }),
    );
    const { target, clock } = createRig(bench.script);
    const stop = new AbortController();
    const work = checkTarget(target, PROFILE, { signal: stop.signal });
    await clock.advance(1000);
    stop.abort();
    expect(told(await work)).toContain('API client operator gets no token: 429 RATE_LIMITED');
  });
});
