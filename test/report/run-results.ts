// Results of runs, written by hand, for the tests of reports.
import { withWitnesses } from '../../src/harness/witness/witness.js';
import type { RuleId } from '../../src/contract/rules/catalogue.js';
import type { CheckResult, Finding, RunResult } from '../../src/harness/verdict/verdict.js';
import type { ReportContext } from '../../src/report/shell.js';
import type { TraceEntry, TraceRecord } from '../../src/trace/record.js';

const START = Date.UTC(2026, 0, 15, 12);

export const context: ReportContext = {
  version: '0.1.0',
  reportFrame: () => '<html><!--data--></html>',
  repeatArguments: ['--target', 'targets/lab bench.yaml'],
  ownFiles: [],
  baseUrl: 'https://lab.example',
  speed: 1,
};

export function run(checks: readonly CheckResult[], more: Partial<RunResult> = {}): RunResult {
  return {
    target: 'lab bench (https://lab.example)',
    dialect: 'default',
    seed: 42,
    startedAt: START,
    endedAt: START + 8250,
    checks,
    notRestored: [],
    roundTrip: 12.4,
    ...more,
  };
}

export function check(id: string, more: Partial<CheckResult> = {}): CheckResult {
  return {
    id,
    title: `what ${id} is about`,
    area: id.split('/')[0] ?? id,
    rules: [],
    verdict: 'pass',
    findings: [],
    attempts: 1,
    startedAt: START + 100,
    endedAt: START + 350,
    trace: [],
    ...more,
  };
}

/** A check with the witnesses of what it has found. */
function proven(id: string, more: Partial<CheckResult>): CheckResult {
  return withWitnesses(check(id, more));
}

export function finding(rule: RuleId, more: Partial<Finding> = {}): Finding {
  return {
    rule,
    verdict: 'fail',
    where: 'line 21: refresh plant via main',
    expected: 'code RATE_LIMITED',
    actual: 'code SUCCESS',
    exchanges: [],
    ...more,
  };
}

/** Records 40 ms apart, from the start of a check. */
function traced(...entries: readonly TraceEntry[]): TraceRecord[] {
  return entries.map((entry, at) => ({ ...entry, seq: at, at: START + 100 + at * 40 }));
}

/** The shared budget is broken: a refresh over REST, then one over WebSocket that should have been refused. */
export const sharedBudget = proven('refresh/shared-budget', {
  title: 'A refresh over REST uses up the budget of device.state.get',
  rules: ['refresh.shared-budget', 'refresh.rate-limited-websocket'],
  verdict: 'fail',
  place: { file: 'scenarios/refresh/shared-budget.yaml', line: 14 },
  findings: [
    finding('refresh.min-interval', { verdict: 'pass', where: 'invariant refresh-spacing' }),
    finding('refresh.shared-budget', { exchanges: [1, 2] }),
  ],
  endedAt: START + 1350,
  trace: traced(
    { kind: 'step', scenario: 'refresh/shared-budget', step: '1', attempt: 1 },
    {
      kind: 'request',
      exchange: 1,
      channel: 'rest',
      client: 'reader',
      what: 'devices.read',
      deviceId: 'plant-0001',
      method: 'GET',
      path: '/svc/v1/devices/plant-0001',
      headers: { authorization: 'Bearer eyJhbGciOi', accept: 'application/json' },
    },
    {
      kind: 'reply',
      exchange: 1,
      channel: 'rest',
      status: 200,
      code: 'SUCCESS',
      body: {
        code: 'SUCCESS',
        message: 'OK',
        data: {
          device: {
            deviceId: 'plant-0001',
            connection: 'online',
            peripherals: {
              relays: [{ index: 1, on: false }],
              digitalInputs: [],
              analogInputs: [],
              sensors: [],
            },
          },
        },
      },
    },
    {
      kind: 'request',
      exchange: 2,
      channel: 'ws',
      client: 'reader',
      connection: 'main',
      what: 'device.state.get',
      deviceId: 'plant-0001',
      requestId: 'r-2',
      body: {
        type: 'request',
        topic: 'device.state.get',
        requestId: 'r-2',
        data: { deviceId: 'plant-0001' },
      },
    },
    {
      kind: 'reply',
      exchange: 2,
      channel: 'ws',
      code: 'SUCCESS',
      body: {
        type: 'reply',
        requestId: 'r-2',
        code: 'SUCCESS',
        message: 'OK',
        data: { device: { deviceId: 'plant-0001', connection: 'online' } },
      },
      mismatches: ['/data/device/peripherals: expected an object, got nothing (default.yaml:12:3)'],
    },
  ),
});

/** One request over REST, whose answer alone is wrong. */
export const oneRequest = proven('devices/detail', {
  verdict: 'fail',
  rules: ['envelope.code'],
  findings: [finding('envelope.code', { exchanges: [1] })],
  trace: sharedBudget.trace.slice(0, 3),
});

/** One check of each verdict. */
export const everyVerdict: readonly CheckResult[] = [
  check('auth/token', { rules: ['auth.token-issued', 'auth.token-shape'] }),
  sharedBudget,
  check('refresh/retry-after', {
    rules: ['refresh.retry-after-truthful'],
    verdict: 'inconclusive',
    reason: 'the target answered 500 four times in a row',
  }),
  check('refresh/across-clients', {
    rules: ['refresh.across-clients'],
    verdict: 'warn',
    findings: [finding('refresh.across-clients', { verdict: 'warn' })],
  }),
  check('events/input-changed', {
    rules: ['events.input-changed'],
    verdict: 'skipped',
    reason: 'no stimulus: the profile declares no way to toggle a digital input',
  }),
  check('events/power-lost', {
    rules: ['events.power-lost'],
    verdict: 'skipped',
    reason: 'no stimulus: the profile declares no way to cut the power',
  }),
  check('events/power-restored', {
    rules: ['events.power-restored'],
    verdict: 'skipped',
    reason: 'no stimulus: the profile declares no way to cut the power',
  }),
  check('ws/ticket-once', { rules: ['ws.ticket-once'], verdict: 'error', reason: 'unexpected value "x"' }),
];
