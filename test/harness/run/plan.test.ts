// What a plan makes of scenarios, a profile and a selection.
import { describe, expect, it } from 'vitest';
import { plan, type Planned, type Selection } from '../../../src/harness/run/plan.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import type { Scenario } from '../../../src/harness/scenario/scenario.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import { PROFILE } from '../scenario/support/run-scenario.js';

function scenario(
  id: string,
  needs: string,
  steps = '- ping:\n    via: ws\n    expect: SUCCESS',
  rule = 'ws.ping',
): Scenario {
  const text = `title: ${id}\nrules: [${rule}]\nneeds: ${needs}\nsteps:\n  ${steps}\n`;
  const read = parseScenario(text, `scenarios/${id}.yaml`);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

const READER = "{ clients: { reader: ['device:read'] } }";
const ofProfile = (needs: string, profile: Profile = PROFILE, steps?: string): Planned =>
  plan([scenario('a/x', needs, steps)], profile);

function reasonOf(planned: Planned): string | undefined {
  return planned.ok ? planned.plan.skipped[0]?.reason : undefined;
}

function boundTo(planned: Planned): object | undefined {
  if (!planned.ok) return undefined;
  const [check] = planned.plan.checks;
  return check && { clients: check.clients, devices: check.devices };
}

describe('binding', () => {
  it('takes the client with the fewest permissions, and one that may use all devices before others', () => {
    const clients = {
      all: {
        clientId: 'a',
        clientSecret: '',
        scopes: ['device:read', 'device:control', 'device:config'] as const,
      },
      guest: { clientId: 'g', clientSecret: '', scopes: ['device:control'] as const, devices: ['two'] },
      op: { clientId: 'o', clientSecret: '', scopes: ['device:control'] as const },
      rd: { clientId: 'r', clientSecret: '', scopes: ['device:read'] as const },
    };
    const profile = { ...PROFILE, clients };
    expect(
      boundTo(ofProfile("{ clients: { x: ['device:control'], y: ['device:read'] } }", profile)),
    ).toMatchObject({ clients: { x: 'op', y: 'rd' } });
    expect(
      boundTo(ofProfile("{ clients: { x: ['device:control'], y: ['device:control'] } }", profile)),
    ).toMatchObject({ clients: { x: 'op', y: 'all' } });
    expect(boundTo(ofProfile("{ clients: { x: { exactly: ['device:control'] } } }", profile))).toMatchObject({
      clients: { x: 'op' },
    });
  });

  it('offers all devices that have the relays and that every client may access', () => {
    const needs = "{ devices: { plant: { relays: [a, b] } }, clients: { x: ['device:control'] } }";
    expect(boundTo(ofProfile(needs))).toMatchObject({ devices: { plant: ['one', 'two'] } });
    const narrow: Profile = { ...PROFILE, clients: { op: { ...PROFILE.clients['op']!, devices: ['two'] } } };
    expect(boundTo(ofProfile(needs, narrow))).toMatchObject({ devices: { plant: ['two'] } });
  });

  it('finds a device that is hidden from one client and open to the other', () => {
    const needs =
      "{ devices: { plant: { hiddenFrom: [y] } }, clients: { x: ['device:control'], y: ['device:read'] } }";
    expect(reasonOf(ofProfile(needs))).toContain('no device is hidden');
    const rd = { ...PROFILE.clients['rd']!, devices: ['one'] };
    expect(boundTo(ofProfile(needs, { ...PROFILE, clients: { ...PROFILE.clients, rd } }))).toMatchObject({
      devices: { plant: ['two'] },
    });
  });

  it('hides a device from a client with a part of the devices of another one before one of somebody else', () => {
    const held = (scope: 'device:read' | 'device:control', devices?: readonly string[]): object => ({
      clientId: scope,
      clientSecret: '',
      scopes: [scope],
      ...(devices && { devices }),
    });
    const clients = {
      nobody: held('device:read', []),
      other: held('device:read', ['two']),
      part: held('device:control', ['one']),
      all: held('device:control', ['one', 'two']),
    } as Profile['clients'];
    const needs =
      "{ devices: { plant: { hiddenFrom: [y] } }, clients: { x: ['device:control'], y: ['device:read'] } }";
    const devices = { ...PROFILE.devices, three: PROFILE.devices['two']! };
    const own = { ...clients, other: held('device:read', ['three']) } as Profile['clients'];
    expect(boundTo(ofProfile(needs, { ...PROFILE, clients: own, devices }))).toMatchObject({
      clients: { x: 'all', y: 'part' },
      devices: { plant: ['two'] },
    });
  });

  it.each([
    [
      "{ clients: { x: ['device:manage'] } }",
      'no API client with device:manage; add one under clients: "x: { clientId: …, scopes: [device:manage] }"',
    ],
    [
      "{ clients: { x: { exactly: ['device:config'] } } }",
      'no API client with device:config and no other permission',
    ],
    ["{ clients: { x: ['device:control'], y: ['device:control'] } }", 'it needs 2 different API clients'],
    [
      "{ devices: { p: { relays: [a, b, c] } }, clients: { x: ['device:read'] } }",
      'no device with 3 relays that may be switched; add to a device under devices: "relays: [1, 2, 3]"',
    ],
    ["{ devices: { p: {}, q: {}, r: {} }, clients: { x: ['device:read'] } }", 'it needs 3 devices'],
    [
      "{ devices: { p: { rs485: answered } }, clients: { x: ['device:read'] } }",
      'bytes that are answered; add to a device under devices: "rs485: { answered: <hex> }"',
    ],
  ])('%s is skipped with what to add', (needs, reason) => {
    expect(reasonOf(ofProfile(needs))).toContain(reason);
  });
});

describe('selecting', () => {
  const scenarios = [
    scenario('refresh/one', READER),
    scenario('refresh/two', READER, '- listDevices:\n    expect: SUCCESS', 'devices.list'),
    scenario(
      'ws/three',
      "{ devices: { p: { relays: [l] } }, clients: { o: ['device:control'] } }",
      '- setRelays: p\n    relays: { l: on }\n  - ping:\n    via: ws\n    expect: SUCCESS',
    ),
  ];
  const ids = (selection: Selection): readonly string[] => {
    const planned = plan(scenarios, PROFILE, selection);
    return planned.ok
      ? planned.plan.checks.map(({ id }) => id)
      : planned.problems.map(({ message, hint }) => `${message} ${hint ?? ''}`);
  };

  it('takes all without a word, and ids, globs, files and rules otherwise', () => {
    expect(ids({})).toEqual(['refresh/one', 'refresh/two', 'ws/three']);
    expect(ids({ only: ['ws/three'] })).toEqual(['ws/three']);
    expect(ids({ only: ['refresh/*'] })).toEqual(['refresh/one', 'refresh/two']);
    expect(ids({ only: ['scenarios/refresh/two.yaml'] })).toEqual(['refresh/two']);
    expect(ids({ rules: ['devices.*'] })).toEqual(['refresh/two']);
    expect(ids({ only: ['refresh/*'], rules: ['ws.ping'] })).toEqual(['refresh/one']);
  });

  it('skips what needs a capability that must not be used', () => {
    const planned = plan(scenarios, PROFILE, { without: ['actuate'] });
    expect(planned.ok && planned.plan.skipped).toMatchObject([
      { id: 'ws/three', reason: 'it needs switching relays, which this run leaves out' },
    ]);
  });

  it('complains about names and globs that mean nothing, with what may have been meant', () => {
    expect(ids({ only: ['refresh/onne'] })).toEqual([
      'unknown scenario "refresh/onne" Did you mean "refresh/one"?',
    ]);
    expect(ids({ only: ['nothing/*'] })).toEqual([
      'no scenario matches "nothing/*" Known: refresh/one, refresh/two, ws/three.',
    ]);
    expect(ids({ rules: ['ws.pingg'] })).toEqual(['unknown rule "ws.pingg" Did you mean "ws.ping"?']);
    expect(ids({ rules: ['events.online'] })).toEqual(['no chosen scenario checks events.online ']);
    expect(ids({ without: ['actuat'] })).toEqual(['unknown capability "actuat" Did you mean "actuate"?']);
    expect(plan([], PROFILE)).toMatchObject({ ok: false });
  });
});

describe('what the target is without', () => {
  const steps = '- setJogDuration: plant\n    relay: a\n    to: 1s\n    expect: SUCCESS';
  const needs = "{ devices: { plant: { relays: [a] } }, clients: { x: ['device:config'] } }";
  const able: Profile = {
    ...PROFILE,
    clients: { all: { clientId: 'a', clientSecret: '', scopes: ['device:config', 'device:control'] } },
  };
  const planned = (without: NonNullable<Profile['without']>): Planned =>
    plan([scenario('a/x', needs, steps, 'relay.jog-config')], { ...able, without });

  it('skips the checks that need it, and no others', () => {
    expect(reasonOf(planned(['jog']))).toBe(
      'it needs relays that go off by themselves: the action jog, and jog durations, which the target is without, as its dialect or profile says',
    );
    expect(reasonOf(planned(['paging', 'rs485', 'sensors']))).toBeUndefined();
  });

  it('is seen in steps, in relays that jog, in paths and in frames', () => {
    const jogging = '- setRelays: plant\n    relays: { a: jog }\n    expect: SUCCESS';
    const byHand = '- http: DELETE /svc/v1/devices/x\n    expect: { status: 404 }';
    const framed = `- frame: { data: { operation: { name: device.rs485.transceive } } }\n    expect: SUCCESS`;
    const both = "{ devices: { plant: { relays: [a] } }, clients: { x: ['device:control'] } }";
    const reasons = [
      plan([scenario('a/x', both, jogging, 'relay.effect')], { ...able, without: ['jog-action'] }),
      plan([scenario('a/x', both, byHand, 'devices.remove')], { ...able, without: ['removing'] }),
      plan([scenario('a/x', both, framed, 'ws.reply-shape')], { ...able, without: ['rs485'] }),
    ].map(reasonOf);
    expect(reasons.map((reason) => reason?.replace(/:? .*/, ''))).toEqual(['it', 'it', 'it']);
  });
});
