// Runs that leave out on purpose what switches, or what changes anything: counted at the service, over everything
// that a run does: looking at the target, measuring, the checks with their clean-up, programs, putting back.
import { describe, expect, test } from 'vitest';
import { bundledScenarios } from '../../../src/cli/load/scenarios.js';
import type { Restriction } from '../../../src/harness/profile/restriction.js';
import { PROPERTIES } from '../../../src/harness/property/results.js';
import { permittedOffers } from '../../../src/harness/run/permitted-offers.js';
import { planCases } from '../../../src/harness/run/plan.js';
import { run } from '../../../src/harness/run/run.js';
import { select } from '../../../src/harness/run/select.js';
import { createOffers } from '../../../src/harness/stimuli/offers.js';
import type { Stimuli } from '../../../src/harness/stimuli/create-stimuli.js';
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import { leftUncheckedIn } from '../../../src/report/by-rule.js';
import { terminalReport } from '../../../src/report/terminal/terminal.js';
import { createGate } from '../../../src/harness/safety/gate/gate.js';
import { required, simulated } from '../../property/executor.js';
import { PROFILE } from '../target/rig.js';
import { plainDialect } from '../target/plain-dialect.js';

const CONTEXT = {
  version: '0',
  reportFrame: () => '<!--data-->',
  repeatArguments: [],
  ownFiles: [],
  baseUrl: 'http://lab',
  speed: 1,
};
/** What the journal calls the requests that change something, whatever came of them. */
const SWITCHING = /^(relays\.set|relays\.set-one|rs485\.transceive)$/;
const CHANGING =
  /^(relays\.set|relays\.set-one|rs485\.|relays\.jog-config|devices\.(add|remove|password)|device\.operation\.execute)/;

/** All that comes with the program, and programs on the target, against a simulator whose journal is read. */
async function runRestricted(restriction: Restriction | undefined, only?: readonly string[]) {
  const opened = await openInProcess({ ...simulated({}), restriction });
  const { open, clock, running } = opened;
  const asked: { readonly what: string; readonly operation?: { readonly name: string } | undefined }[] = [];
  let acts = 0;
  let stimuli = 0;
  running.journal.listen((record) => {
    if (record.kind === 'request') asked.push(record);
    if (record.kind === 'physical') acts++;
    if (record.kind === 'stimulus') stimuli++;
  });
  const { cases } = select(required(bundledScenarios(process.cwd())), only ? { only } : {});
  const plan = planCases(cases, open.profile, { restriction }, open.stimuli.offers);
  const programs = {
    properties: PROPERTIES,
    limits: { runs: 5 },
    restriction,
    clock,
    onCounterexample: () => Promise.resolve(),
  };
  const ended = await clock.runUntil(thenClose(run(open, { plan, programs }), open));
  if (!ended.ok) throw new Error('profile and target fit');
  return { result: ended.result, asked, acts, stimuli };
}

describe('a run that leaves something out on purpose', () => {
  test('with --read-only sends nothing that changes anything, and reads all the same', async () => {
    const { result, asked, acts, stimuli } = await runRestricted('read-only');
    expect(asked.filter(({ what }) => CHANGING.test(what))).toEqual([]);
    expect([acts, stimuli]).toEqual([0, 0]);
    const whats = new Set(asked.map(({ what }) => what));
    for (const what of ['token.create', 'ticket.create', 'devices.read', 'session.ping'])
      expect(whats).toContain(what);
    expect(result.checks.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(50);
    expect(result.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped')).toEqual([]);
    expect(result.notRestored).toEqual([]);
    expect(leftUncheckedIn(result)?.rules).toEqual(
      expect.arrayContaining(['relay.effect', 'devices.add', 'events.online']),
    );
    expect(terminalReport(result, CONTEXT)).toContain('unchecked by --read-only; --verbose tells');
    const whole = terminalReport(result, CONTEXT, { detail: 'verbose' });
    expect(whole).toContain('Left unchecked by --read-only, by rule');
  });

  test('with --no-actuate switches nothing and puts nothing on a line, and changes settings all the same', async () => {
    const { result, asked } = await runRestricted('no-actuate');
    const operations = asked.flatMap(({ operation }) => operation?.name ?? []);
    expect(asked.filter(({ what }) => SWITCHING.test(what))).toEqual([]);
    expect(operations.filter((name) => /relay\.set|transceive/.test(name))).toEqual([]);
    expect(operations.filter((name) => /baudRate|jogConfig/.test(name)).length).toBeGreaterThan(5);
    expect(result.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped')).toEqual([]);
    expect(leftUncheckedIn(result)?.rules).toEqual(
      expect.arrayContaining(['relay.effect', 'rs485.transceive', 'events.power-lost']),
    );
    const whole = terminalReport(result, CONTEXT, { detail: 'verbose' });
    expect(whole).toContain('Left unchecked by --no-actuate, by rule');
  });

  test('says nothing of that where nothing is left out', async () => {
    const { result, asked } = await runRestricted(undefined, ['relay/*', 'rs485/*']);
    expect(asked.filter(({ what }) => CHANGING.test(what)).length).toBeGreaterThan(20);
    expect(leftUncheckedIn(result)).toBeUndefined();
    expect(terminalReport(result, CONTEXT)).not.toContain('unchecked by');
  });
});

describe('a wire that leads from a relay to an input', () => {
  const wire = { device: 'bench', input: 1, relay: 2, inverted: false };
  const profile = {
    ...PROFILE,
    stimuli: {
      drivers: { 'set-input': { how: { kind: 'wiring', wires: [wire] }, timeout: 1000 } },
      secrets: [],
    },
  } as const;
  const act = {
    name: 'set-input',
    device: { name: 'bench', deviceId: 'dev-1' },
    index: 1,
    active: true,
  } as const;

  test.each(['no-actuate', 'read-only'] as const)('is not used with --%s', (restriction) => {
    const gate = createGate({ profile, dialect: plainDialect, restriction });
    expect(gate.forbidsAct(act)).toContain(`--${restriction}`);
    expect(createOffers(profile, { interactive: false, restriction })('set-input', 'bench').kind).toBe(
      'missing',
    );
  });

  test('is used where its relay is listed, and not where it is not', () => {
    const listed = createGate({ profile, dialect: plainDialect });
    expect(listed.forbidsAct(act)).toBeUndefined();
    const bench = { deviceId: 'dev-1', relays: [1] };
    const unlisted = createGate({ profile: { ...profile, devices: { bench } }, dialect: plainDialect });
    expect(unlisted.forbidsAct(act)).toBe(
      'relay 2 of device bench is not listed in the profile; to have it switched, write devices.bench.relays: [1, 2]',
    );
  });
});

describe('bytes that a peripheral puts on the line, unasked', () => {
  const profile = {
    ...PROFILE,
    stimuli: { control: { url: 'http://lab', token: 't' }, drivers: {}, secrets: [] },
  };
  const act = { name: 'inject-rs485', device: { name: 'bench', deviceId: 'dev-1' }, data: 'ff' } as const;

  test('are put there by no restricted run', () => {
    for (const restriction of ['no-actuate', 'read-only'] as const)
      expect(createGate({ profile, dialect: plainDialect, restriction }).forbidsAct(act)).toContain(
        restriction,
      );
    expect(createGate({ profile, dialect: plainDialect }).forbidsAct(act)).toBeUndefined();
  });

  test('are put there only for a device of the profile, and a witness is asked by every run', () => {
    const foreign = { ...act, device: { name: 'bench', deviceId: 'dev-9' } };
    expect(createGate({ profile, dialect: plainDialect }).forbidsAct(foreign)).toContain(
      'not in the profile',
    );
    const witness = { name: 'executions', device: act.device } as const;
    expect(
      createGate({ profile, dialect: plainDialect, restriction: 'read-only' }).forbidsAct(witness),
    ).toBeUndefined();
  });
});

describe('a power cut', () => {
  const profile = {
    ...PROFILE,
    devices: { bench: { deviceId: 'dev-1', relays: [1, 2] }, bare: { deviceId: 'dev-2', relays: [] } },
    stimuli: { control: { url: 'http://lab', token: 't' }, drivers: {}, secrets: [] },
  };
  const bench = { name: 'bench', deviceId: 'dev-1' };
  const cut = { name: 'cut-power', device: bench } as const;
  const gateWith = (relays: readonly number[] | undefined, restriction?: Restriction) => {
    const gate = createGate({ profile, dialect: plainDialect, restriction });
    if (relays) gate.learnRelays('dev-1', relays);
    return gate;
  };

  test('is made where every relay that it drops may be switched', () => {
    expect(gateWith([1, 2]).forbidsAct(cut)).toBeUndefined();
    expect(gateWith([1, 2]).forbidsAct({ ...cut, name: 'restore-power' })).toBeUndefined();
  });

  test('is not made where it would drop another relay, which could not be put back; the line to add is told', () => {
    expect(gateWith([1, 2, 3]).forbidsAct(cut)).toBe(
      'cut-power may change all relays of device bench: relay 3 of device bench is not listed in the profile; ' +
        'to have it switched, write devices.bench.relays: [1, 2, 3]',
    );
    expect(gateWith(undefined).forbidsAct(cut)).toContain('it is not known which it has');
  });

  test('is made on a device that has no relays', () => {
    const gate = gateWith(undefined);
    gate.learnRelays('dev-2', []);
    const bare = { name: 'bare', deviceId: 'dev-2' };
    expect(gate.forbidsAct({ name: 'cut-power', device: bare })).toBeUndefined();
  });

  test('is undone whatever relays the device has: without power nobody could put anything back', () => {
    const back = { ...cut, name: 'restore-power' } as const;
    expect(gateWith([1, 2, 3]).forbidsAct(back)).toContain('relay 3');
    expect(gateWith([1, 2, 3]).forbidsUndo(back)).toBeUndefined();
    expect(gateWith(undefined).forbidsUndo(back)).toBeUndefined();
  });

  test.each(['no-actuate', 'read-only'] as const)('is not made with --%s', (restriction) => {
    expect(gateWith([1, 2], restriction).forbidsAct(cut)).toContain(`--${restriction}`);
    for (const name of ['cut-power', 'restore-power'] as const)
      expect(createOffers(profile, { interactive: false, restriction })(name, 'bench')).toMatchObject({
        reason: expect.stringContaining(`--${restriction}`),
      });
  });

  test('is drawn in no program where it would drop another relay', () => {
    const stimuli = { offers: createOffers(profile, { interactive: false }) } as unknown as Stimuli;
    const offersWith = (relays: readonly number[]) =>
      permittedOffers({ gate: gateWith(relays), profile, stimuli });
    expect(offersWith([1, 2])('cut-power', 'bench').kind).toBe('ok');
    expect(offersWith([1, 2, 3])('cut-power', 'bench').kind).toBe('missing');
    expect(offersWith([1, 2, 3])('drop-link', 'bench').kind).toBe('ok');
  });
});

describe('acts on an API client', () => {
  const profile = {
    ...PROFILE,
    stimuli: { control: { url: 'http://lab', token: 't' }, drivers: {}, secrets: [] },
  };
  const client = { name: 'operator', clientId: 'client-1' };

  test.each(['disable-client', 'enable-client', 'expire-tokens'] as const)(
    'are no part of a run with --read-only: %s',
    (name) => {
      const gate = createGate({ profile, dialect: plainDialect, restriction: 'read-only' });
      expect(gate.forbidsAct({ name, client })).toContain('--read-only');
      expect(gate.forbidsUndo({ name, client })).toContain('--read-only');
      expect(createOffers(profile, { interactive: true, restriction: 'read-only' })(name).kind).toBe(
        'missing',
      );
    },
  );
});
