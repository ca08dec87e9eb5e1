// A run that ends at its first failure: nothing more is begun, and what was switched is put back all the same.
import { expect, test } from 'vitest';
import { rulesAsOf } from '../../../src/contract/rules/as-of.js';
import { plan } from '../../../src/harness/run/plan.js';
import { run, type TargetRunOptions } from '../../../src/harness/run/run.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import type { ExplainOptions } from '../../../src/probe/rivals.js';
import { simulated } from '../../property/executor.js';

/** Switches a relay on, and leaves it so. */
const SWITCHES = `title: It leaves a relay on and then finds a rule broken
rules: [ws.ping]
needs:
  devices: { plant: { relays: [lamp] } }
  clients: { operator: ['device:control'] }
steps:
  - { setRelays: plant, relays: { lamp: on }, expect: SUCCESS }
  - ping:
    via: ws
    expect: RATE_LIMITED
    rule: ws.ping
`;

async function runOne(more: Partial<TargetRunOptions>, scenario = SWITCHES, doubts?: ExplainOptions) {
  const { open, clock, running } = await openInProcess(simulated({}));
  const scenarios = ['a', 'b', 'c'].map((name) => {
    const parsed = parseScenario(scenario, `scenarios/test/${name}.yaml`);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    return parsed.value;
  });
  const planned = plan(scenarios, open.profile);
  if (!planned.ok) throw new Error('the profile offers what they need');
  const options = { plan: planned.plan, parallel: 1, ...more };
  const ended = await clock.runUntil(thenClose(run({ ...open, ...(doubts && { doubts }) }, options), open));
  if (!ended.ok) throw new Error(ended.kind);
  const ids = Object.values(open.profile.devices).map(({ deviceId }) => deviceId);
  const relays = ids.flatMap((deviceId) => running.device(deviceId)?.physical().relays ?? []);
  return {
    result: ended.result,
    closed: relays.filter(({ closed }) => closed).length,
    switched: relays.reduce((sum, { switchedTimes }) => sum + switchedTimes, 0),
  };
}

test('begins nothing more, says so, and puts back what was switched', async () => {
  const { result, closed, switched } = await runOne({ failFast: true });
  expect(result.checks.map(({ id, verdict, attempts }) => [id, verdict, attempts > 0])).toEqual([
    ['test/a', 'fail', true],
    ['test/b', 'inconclusive', false],
    ['test/c', 'inconclusive', false],
  ]);
  expect(result.cutShort).toBe('test/a failed, and the run ends at the first failure');
  expect(result.checks[1]?.reason).toContain('not begun: test/a failed');
  expect([closed, result.notRestored]).toEqual([0, []]);
  expect(switched).toBeGreaterThanOrEqual(2);
});

test('goes on past failures that are known, and to the end where nothing is asked', async () => {
  const known = [{ check: 'test/a', rule: 'ws.ping' }];
  const { result } = await runOne({ failFast: true, baseline: known });
  expect(result.checks.map(({ verdict }) => verdict)).toEqual(['known', 'fail', 'inconclusive']);
  expect(result.baseline).toEqual({ known: 1, gone: [], unseen: 0 });
  const all = await runOne({});
  expect(all.result.checks.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail']);
  expect([all.result.cutShort, all.closed]).toEqual([undefined, 0]);
});

test('goes on past what rests on a line that nothing has proven', async () => {
  const step =
    '{ transceive: plant, data: unanswered, timeout: 1s, expect: { command: { status: succeeded } } }';
  const scenario = SWITCHES.replace('relays: [lamp]', 'rs485: unanswered')
    .replace('[ws.ping]', '[rs485.timeout]')
    .replace(/  - [^]*/, `  - ${step}\n`);
  const sure = await runOne({ failFast: true }, scenario);
  expect(sure.result.cutShort).toContain('test/a failed');
  const { result } = await runOne({ failFast: true }, scenario, {});
  expect(result.cutShort).toBeUndefined();
  expect(result.checks.map(({ verdict }) => verdict)).not.toContain('fail');
});

test('goes on past what is no rule of the revision that judges', async () => {
  const ruleSet = rulesAsOf('2025-01', [{ id: '2025-01' }, { id: '2026-11', adds: ['ws.ping'] }]);
  if (!ruleSet) throw new Error('no such revision');
  const told: string[] = [];
  const more: Partial<TargetRunOptions> = {
    ...{ failFast: true, ruleSet },
    onProgress: (each) => {
      if (each.kind === 'check-ended') told.push(each.result.verdict);
    },
  };
  const { result } = await runOne(more, SWITCHES.replace('[ws.ping]', '[ws.ping, relay.set-many]'));
  expect(result.checks.map(({ verdict }) => verdict)).toEqual(['skipped', 'skipped', 'skipped']);
  expect([result.cutShort, told]).toEqual([undefined, ['skipped', 'skipped', 'skipped']]);
});
