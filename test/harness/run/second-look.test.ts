// Breaches are looked at again in the end: what a trace proves stays one, and what rests on a wait is left undecided when
// it does not come again.
import { expect, test } from 'vitest';
import { plan } from '../../../src/harness/run/plan.js';
import { run } from '../../../src/harness/run/run.js';
import { SECOND_LOOKS_TIME } from '../../../src/harness/run/run-checks.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import type { CheckResult } from '../../../src/harness/verdict/verdict.js';
import { openInProcess, thenClose } from '../../../src/lab/in-process/open-in-process.js';
import type { Edge } from '../../../src/simulator/edge/edge.js';
import { simulated } from '../../property/executor.js';

const LISTS = `title: The devices are listed
rules: [devices.list]
needs: { clients: { reader: ['device:read'] } }
steps:
  - { listDevices: { limit: 1 }, expect: { code: SUCCESS } }
`;

/** The list of devices is refused the first times. */
function refusing(times: number): { readonly edge: Edge; readonly asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    edge: {
      rest: (request, next) => {
        if (!request.target.endsWith('/devices?limit=1')) return next(request);
        asked++;
        const answer = next(request);
        return asked > times || answer instanceof Promise
          ? answer
          : { ...answer, status: 404, body: '{"code":"GONE","message":"no","requestId":"q"}' };
      },
    },
  };
}

async function runWith(yaml: string, edges: readonly Edge[], secondLooks?: number) {
  const { open, clock } = await openInProcess({ ...simulated({}), edges });
  const parsed = parseScenario(yaml, 'scenarios/test/a.yaml');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const planned = plan([parsed.value], open.profile);
  if (!planned.ok) throw new Error('the profile offers what it needs');
  const options = { plan: planned.plan, ...(secondLooks !== undefined && { secondLooks }) };
  const ended = await clock.runUntil(thenClose(run(open, options), open));
  if (!ended.ok) throw new Error(ended.kind);
  const check = ended.result.checks.find(({ id }) => id === 'test/a');
  if (!check) throw new Error('it is there');
  return { check, took: ended.result.endedAt - ended.result.startedAt };
}

const standing = ({ verdict, findings }: CheckResult) => [
  verdict,
  findings.find(({ rule, verdict: own }) => rule === 'devices.list' && own !== 'pass')?.stands,
];

/** The first events of changed relays reach nobody. */
function losing(times: number): Edge {
  let lost = 0;
  return {
    event: (event, to, next) => {
      if (event.topic === 'device.state.changed' && lost++ < times) return;
      next(event, to);
    },
  };
}

/** The law that an event has to come judges it in every trace; no step looks for the event. */
const SWITCHES = `title: A relay is switched while somebody listens
rules: [relay.effect]
needs:
  devices: { plant: { relays: [lamp] } }
  clients: { operator: ['device:control'] }
  exclusive: true
steps:
  - { connect: watch }
  - { refresh: plant, via: watch }
  - { setRelays: plant, relays: { lamp: off } }
  - { wait: 6s }
  - { setRelays: plant, relays: { lamp: on } }
  - { wait: 6s }
  - { ping:, via: watch }
  - { refresh: plant, expect: { relays: { lamp: on } } }
`;

test('stands where it shows each time', async () => {
  const { edge, asked } = refusing(Infinity);
  const { check } = await runWith(LISTS, [edge], SECOND_LOOKS_TIME);
  expect(standing(check)).toEqual(['fail', { seen: 3, of: 3 }]);
  expect(asked()).toBe(3);
});

test('stays a breach though it shows once, where a reply proves it', async () => {
  const { edge, asked } = refusing(1);
  const { check } = await runWith(LISTS, [edge], SECOND_LOOKS_TIME);
  expect(standing(check)).toEqual(['fail', { seen: 1, of: 4 }]);
  expect(asked()).toBe(4);
});

test('is undecided where it rests on a wait and shows once, and says both', async () => {
  const { check } = await runWith(SWITCHES, [losing(1)], SECOND_LOOKS_TIME);
  expect(check.verdict).toBe('inconclusive');
  const [found] = check.findings.filter(({ rule }) => rule === 'events.relay-changed');
  expect(found).toMatchObject({ verdict: 'inconclusive', stands: { seen: 1, of: 4 } });
  expect(check.reason).toMatch(/it was so in 1 of 4 looks, and rests on a wait of 5/);
});

test('costs a run without a breach nothing, and one without time for it neither', async () => {
  const passes = await runWith(LISTS, [], SECOND_LOOKS_TIME);
  expect(passes.took).toBe((await runWith(LISTS, [])).took);
  const { edge, asked } = refusing(Infinity);
  const { check } = await runWith(LISTS, [edge], 1);
  expect(standing(check)).toEqual(['fail', undefined]);
  expect(asked()).toBe(1);
});
