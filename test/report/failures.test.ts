// What a stranger gets to read when a server has a bug: each of these is a run against a simulator with that
// bug, in virtual time. Read the snapshots as if the bug were not known.
import { describe, expect, test } from 'vitest';
import { runInProcess } from '../../src/lab/in-process/open-in-process.js';
import { loadDialect } from '../../src/cli/load/dialect.js';
import { loadFleet } from '../../src/cli/load/fleet.js';
import type { Result } from '../../src/document/diagnostic.js';
import type { CheckResult, RunResult } from '../../src/harness/verdict/verdict.js';
import { type CheckModel, checkModel } from '../../src/report/html/html.js';
import type { PictureElement } from '../../src/report/html/picture.js';
import { terminalReport } from '../../src/report/terminal/terminal.js';
import { SCENARIOS } from '../self-test/run-in-virtual-time.js';
import { context } from './run-results.js';

/** A bug, and the check that finds it. */
const FAILURES = [
  ['budget-missing', 'refresh/min-interval', 'refresh.min-interval'],
  ['cut-command-runs-again', 'idempotency/carried-out-unanswered', 'idempotency.after-lost-response'],
  ['key-lost-with-connection', 'idempotency/after-reconnect', 'idempotency.same-command-websocket'],
  ['lane-freed-early', 'busy/during-transceive', 'busy.control-control'],
  ['event-lost-in-burst', 'events/in-quick-succession', 'events.relay-changed'],
  ['changes-pile-up', 'events/changes', 'events.changes'],
  ['retry-after-as-date', 'refresh/rate-limited-rest', 'refresh.rate-limited-rest'],
  ['errors-as-html', 'envelope/errors', 'envelope.json'],
  ['replies-swapped-under-load', 'ws/correlation', 'ws.correlation'],
  ['required-scope-missing', 'scope/control-denied', 'scope.required-scope-named'],
  ['racing-repeats-run', 'idempotency/in-flight', 'idempotency.in-flight'],
  ['ticket-reusable', 'ws/ticket-used-twice', 'ws.ticket-once'],
] as const;

describe('a report of a failure names the rule, what was sent, what was expected and what came', () => {
  test.each(FAILURES)('%s', async (defect, scenario, rule) => {
    const { check, result } = await failureOf(defect, scenario);
    const finding = check.findings.find((each) => each.verdict !== 'pass');
    expect(finding?.rule).toBe(rule);
    const own = { ...context, repeatArguments: ['--defect', defect] };
    const terminal = problemsOf(terminalReport({ ...result, checks: [check] }, own));
    const html = textOf(checkModel(check, result.seed, own, 60_000));
    await expect(`${terminal}\n${'='.repeat(100)}\n\n${html}`).toMatchFileSnapshot(
      `__snapshots__/failures/${defect}.txt`,
    );
  });
});

/** The first check of the scenario that finds something. */
async function failureOf(
  defect: string,
  scenario: string,
): Promise<{ readonly check: CheckResult; readonly result: RunResult }> {
  const fleet = required(loadFleet(undefined, process.cwd())).spec;
  const dialect = required(loadDialect('default', process.cwd()));
  const scenarios = SCENARIOS.filter(({ id }) => id === scenario);
  const { result } = required(await runInProcess({ fleet, dialect, defects: [defect] }, scenarios));
  const check = result.checks.find(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  if (!check) throw new Error(`${scenario} does not find ${defect}`);
  return { check, result };
}

/** What the terminal says of the failure, without the tables around it. */
function problemsOf(report: string): string {
  return report.slice(report.search(/^(?:Broken rules|Warnings)/m), report.indexOf('\nNot to be seen'));
}

function required<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.diagnostics));
}

/** What one reads in the HTML report, a line for each part. */
function textOf({ id, verdict, title, about, findings, exchanges = [], repeat }: CheckModel): string {
  return [
    `${verdict} ${id} ${title}`,
    ...(about === undefined ? [] : [about]),
    ...findings.flatMap(({ rule, where, expected, actual, exchanges: shown, right, wrong, witness }) => [
      `${rule} ${where}`,
      `expected ${expected}`,
      `actual ${actual}`,
      `shown by exchange ${shown.join(', ')}`,
      ...(right === undefined ? [] : [`right ${right}`]),
      ...(wrong ?? []),
      ...(witness ? [witness.extent, ...titlesIn(witness.picture)] : []),
    ]),
    ...exchanges.flatMap(
      ({ id: number, from, to, sender, request, sent, answer, received, mismatches, curl }) => [
        `${number}: ${from} to ${to ?? '?'} ms, ${sender}`,
        `${request} ${sent}`,
        `${answer} ${received}`,
        ...mismatches,
        ...(curl === undefined ? [] : [curl]),
      ],
    ),
    repeat,
  ]
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n');
}

/** What is said of each mark of a picture. */
function titlesIn(drawn: PictureElement | undefined): readonly string[] {
  const inside = drawn?.content ?? [];
  return inside.flatMap((each) =>
    typeof each === 'string' ? (drawn?.tag === 'title' ? [each] : []) : titlesIn(each),
  );
}
