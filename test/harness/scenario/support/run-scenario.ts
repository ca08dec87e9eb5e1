// Runs a scenario out of a test, from its text to its result, against a scripted target on a manual clock.
import { expect } from 'vitest';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { plan } from '../../../../src/harness/run/plan.js';
import { runPrepared } from '../../../../src/harness/run/run.js';
import type { RunInput } from '../../../../src/harness/run/run-options.js';
import { parseScenario } from '../../../../src/harness/scenario/parse-scenario.js';
import type { Offers } from '../../../../src/harness/stimuli/offers.js';
import type { Profile } from '../../../../src/harness/profile/profile.js';
import type { CheckResult } from '../../../../src/harness/verdict/verdict.js';
import {
  type Answer,
  type Asked,
  type Script,
  scriptedTarget,
  type ScriptedTarget,
} from './scripted-target.js';

export const PROFILE: Profile = {
  name: 'bench',
  baseUrl: 'http://bench.test',
  websocketUrl: 'ws://bench.test',
  tls: { insecure: false },
  clients: {
    op: { clientId: 'id-op', clientSecret: 's', scopes: ['device:control'] },
    rd: { clientId: 'id-rd', clientSecret: 's', scopes: ['device:read'] },
  },
  devices: {
    one: { deviceId: 'dev-1', relays: [3, 4] },
    two: { deviceId: 'dev-2', relays: [1, 2] },
  },
  requestsPerSecond: 100,
  patience: 2000,
};

export interface Ran {
  readonly result: CheckResult;
  readonly target: ScriptedTarget;
  /** Calls of the scenario, without those of the run around it. */
  readonly asked: readonly Asked[];
}

/** The steps of a scenario that needs a plant with lamp and pump, and an operator. */
export function withSteps(steps: string, rules = 'ws.ping'): string {
  return [
    'title: A scenario of a test',
    `rules: [${rules}]`,
    'needs:',
    '  devices: { plant: { relays: [lamp, pump] } }',
    "  clients: { operator: ['device:control'], reader: ['device:read'] }",
    'steps:',
    ...steps
      .trim()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
  ].join('\n');
}

export interface ScenarioRun extends Partial<Script>, Partial<RunInput> {
  readonly onTarget?: (target: ScriptedTarget) => void;
  /** What can be done from outside; nothing when absent. */
  readonly offers?: Offers;
}

export async function runSteps(
  steps: string,
  answer: Script['answer'],
  more: ScenarioRun = {},
): Promise<Ran> {
  return runText(withSteps(steps), answer, more);
}

export async function runText(
  text: string,
  answer: Script['answer'],
  { connect, onTarget, offers, ...options }: ScenarioRun = {},
): Promise<Ran> {
  const parsed = parseScenario(text, 'scenarios/test/case.yaml');
  expect(parsed.ok ? [] : parsed.problems).toEqual([]);
  if (!parsed.ok) throw new Error('unreachable');
  const { profile = PROFILE } = options;
  const planned = plan([parsed.value], profile, {}, offers);
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  expect(planned.plan.skipped).toEqual([]);
  const clock = createManualClock(1_000_000);
  const script: Script = { answer, ...(connect ? { connect } : {}) };
  const target = scriptedTarget(clock, script);
  onTarget?.(target);
  const run = runPrepared({
    target,
    profile,
    plan: planned.plan,
    seed: 1,
    roundTrip: 10,
    ...options,
  });
  const { checks } = await clock.runUntil(run);
  const [result] = checks;
  if (!result) throw new Error('no check ran');
  return { result, target, asked: target.asked };
}

/** Answers by the name of the call: one after the other, the last one again and again. */
export function inTurn(answers: Partial<Record<Asked['call']['name'], readonly Answer[]>>): Script['answer'] {
  const turns = new Map<string, number>();
  return ({ call }) => {
    const list = answers[call.name];
    if (!list) return {};
    const turn = turns.get(call.name) ?? 0;
    turns.set(call.name, turn + 1);
    return list[Math.min(turn, list.length - 1)] ?? {};
  };
}

export const limited = (retryAfterSeconds: number): Answer => ({
  code: 'RATE_LIMITED',
  data: { retryAfterSeconds },
});
export const BUSY: Answer = { code: 'DEVICE_BUSY' };
export const FAILED: Answer = { code: 'INTERNAL_ERROR' };
export const RESET: Answer = { broken: 'reset' };

export function command(commandId: string, status = 'succeeded'): Answer {
  const operation = { name: 'device.relay.set', params: { relays: [] } };
  return { data: { command: { commandId, operation, params: {}, status } } };
}

/** `data` of a refresh: relays by index, and nothing else. */
export function state(relays: Record<number, boolean>): Answer {
  const list = Object.entries(relays).map(([index, on]) => ({ index: Number(index), on }));
  return {
    data: {
      device: { deviceId: 'dev-1' },
      peripherals: { relays: list, digitalInputs: [], analogInputs: [], sensors: [] },
    },
  };
}
