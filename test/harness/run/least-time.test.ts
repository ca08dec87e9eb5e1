// What waits of scenarios and shared devices demand at the least.
import { describe, expect, it } from 'vitest';
import { plan, type PlannedCheck } from '../../../src/harness/run/plan.js';
import { leastTime, type LeastTimeOptions, mandatedWaits } from '../../../src/harness/run/waits.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import type { Scenario } from '../../../src/harness/scenario/scenario.js';
import { PROFILE } from '../scenario/support/run-scenario.js';

const PLANT = "{ devices: { plant: { relays: [lamp] } }, clients: { operator: ['device:control'] } }";
const REFRESH = '  - refresh: plant\n    expect: SUCCESS\n';

function scenario(steps: string, needs = PLANT): Scenario {
  const text = `title: x\nrules: [refresh.min-interval]\nneeds: ${needs}\nsteps:\n${steps}`;
  const read = parseScenario(text, 'scenarios/a/x.yaml');
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

const waitsOf = (steps: string) => mandatedWaits(scenario(steps).cases[0]!);

describe('the waits of one check', () => {
  it('are those of its steps, one after the other or at the same time', () => {
    expect(
      waitsOf(`  - wait: 2s
  - parallel:
      - wait: 1s
      - wait: 500ms
        at: 3s
${REFRESH}`),
    ).toMatchObject({ span: 5500, refreshes: { plant: { first: 5500, last: 5500 } } });
  });

  it('are three seconds between refreshes that must be accepted, and none before one that is refused', () => {
    expect(waitsOf(`${REFRESH}${REFRESH}`)).toMatchObject({
      span: 3000,
      refreshes: { plant: { first: 0, last: 3000 } },
    });
    const refused = `${REFRESH}  - refresh: plant\n    as: no\n    expect: RATE_LIMITED\n`;
    expect(waitsOf(refused)).toMatchObject({ span: 0, refreshes: { plant: { first: 0, last: 0 } } });
    expect(waitsOf(`${refused}  - wait: { until: no.retryAt }\n`).span).toBe(3000);
    expect(waitsOf(`${REFRESH}  - refresh: plant\n    patient: false\n`).span).toBe(0);
  });

  it('are the time-out of bytes that nobody answers', () => {
    const needs = "{ devices: { plant: { rs485: unanswered } }, clients: { operator: ['device:control'] } }";
    const steps = `  - transceive: plant\n    data: unanswered\n    timeout: 3s\n${REFRESH}`;
    expect(mandatedWaits(scenario(steps, needs).cases[0]!).span).toBe(3000);
  });

  it('tell how much it asks for', () => {
    const { requests } = waitsOf(`  - setRelays: plant
    relays: { lamp: on }
${REFRESH}`);
    expect(requests).toBe(2);
  });
});

function checks(count: number, steps: string, needs = PLANT): readonly PlannedCheck[] {
  const planned = plan([scenario(steps, needs)], PROFILE);
  const [check] = planned.ok ? planned.plan.checks : [];
  if (!check) throw new Error('nothing is planned');
  return Array.from({ length: count }, () => check);
}

function onDevices(devices: readonly string[], count: number, steps: string): readonly PlannedCheck[] {
  return checks(count, steps).map((check) => ({ ...check, devices: { plant: devices } }));
}

const timeOf = (all: readonly PlannedCheck[], options?: LeastTimeOptions): number =>
  Math.round(leastTime(all, options).time);

describe('the least time of a plan', () => {
  it('is that of its longest check when there are devices enough', () => {
    expect(timeOf(onDevices(['a', 'b', 'c'], 3, `  - wait: 4s\n${REFRESH}`))).toBe(4000);
    expect(timeOf([])).toBe(0);
  });

  it('is shared out among the devices that would do', () => {
    const eight = onDevices(
      ['a', 'b'],
      8,
      `  - wait: 4s\n  - setRelays: plant\n    relays: { lamp: on }\n    expect: { code: SUCCESS }\n    rule: refresh.min-interval\n`,
    );
    expect(timeOf(eight)).toBe(16_000);
    expect(leastTime(eight).because).toBe('checks that wait on 2 devices');
  });

  it('is what lies between the refreshes of a device, one more when it was refreshed right before', () => {
    const four = onDevices(['a'], 4, REFRESH);
    expect(timeOf(four)).toBe(9000);
    expect(timeOf(four, { looked: true })).toBe(12_000);
    expect(leastTime(four).because).toBe('the time between refreshes of device a');
  });

  it('lets what refreshes nothing fill the time between refreshes', () => {
    const wait = onDevices(
      ['a'],
      1,
      '  - wait: 5s\n  - setRelays: plant\n    relays: { lamp: on }\n    expect: SUCCESS\n',
    );
    const all = [...onDevices(['a'], 4, REFRESH), ...wait];
    expect(timeOf(all)).toBe(11_000);
  });

  it('adds what runs alone, one after the other', () => {
    const needs = PLANT.replace('{ devices', '{ exclusive: true, devices');
    const alone = checks(2, `  - wait: 1s\n${REFRESH}`, needs);
    expect(timeOf([...alone, ...onDevices(['b'], 1, `  - wait: 4s\n${REFRESH}`)])).toBe(6000);
  });

  it('is not below what the ceiling of requests allows', () => {
    const many = onDevices(['a', 'b', 'c', 'd'], 4, '  - listDevices:\n    expect: SUCCESS\n');
    expect(timeOf(many, { requestsPerSecond: 2 })).toBe(2000);
  });
});
