// What a check has changed of its device is as it was found when the next check gets it.
import { expect, it } from 'vitest';
import { plan } from '../../../src/harness/run/plan.js';
import { run } from '../../../src/harness/run/run.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import type { Scenario } from '../../../src/harness/scenario/scenario.js';
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import { simulated } from '../../property/executor.js';

const NEEDS = `needs:
  devices: { plant: { relays: [lamp], rs485: answered } }
  clients: { operator: ['device:control', 'device:config'] }
`;

const CHANGES = `title: It changes all that there is to change, and leaves a jog running
rules: [relay.jog-config]
${NEEDS}steps:
  - { setJogDuration: plant, relay: lamp, to: 4s }
  - { setBaudRate: plant, to: 19200 }
  - { setRelays: plant, relays: { lamp: jog } }
  - { readConfig: plant, expect: SUCCESS }
`;

const LOOKS = `title: It finds all as it was
rules: [devices.config-read]
${NEEDS}steps:
  - readConfig: plant
    as: config
  - refresh: plant
    as: state
  - wait: 5s
  - refresh: plant
    as: later
  - assert:
      - { that: $config.config.baudRate, is: 9600 }
      - { that: $config.config.relays, is: { contains: { index: 1, jogDuration: 500 } } }
      - { that: $state.relays.lamp, is: off }
      - { that: $later.relays.lamp, is: off }
`;

it('has its settings back, and its jogs are over', async () => {
  const checks = await runOneByOne([CHANGES, LOOKS]);
  expect(checks.map(({ verdict, reason }) => `${verdict} ${reason ?? ''}`)).toEqual(['pass ', 'pass ']);
});

async function runOneByOne(texts: readonly string[]) {
  const scenarios = texts.map((text, at): Scenario => {
    const parsed = parseScenario(text, `scenarios/ws/step-${at}.yaml`);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    return parsed.value;
  });
  const { open, clock } = await openInProcess(simulated({}));
  const planned = plan(scenarios, open.profile);
  if (!planned.ok) throw new Error('the profile offers what they need');
  // The same device for both, one after the other.
  const checks = planned.plan.checks.map((check) => ({ ...check, devices: { plant: ['bench-01'] } }));
  const ended = await clock.runUntil(
    thenClose(run(open, { plan: { checks, skipped: [] }, parallel: 1 }), open),
  );
  if (!ended.ok) throw new Error(ended.kind);
  return ended.result.checks;
}
