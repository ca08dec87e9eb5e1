// What was found of a client as the result of a run, one check for each rule, so that all formats of reports take it.
import { CLIENT_RULES, type ClientRuleId } from '../contract/rules/client.js';
import { breachOf } from '../harness/verdict/breach.js';
import type { CheckResult, Finding, RunResult, Verdict } from '../harness/verdict/verdict.js';
import type { ClientBreach, Evidence, Ruling } from './rules/ruling.js';
import { CLIENT_JUDGES } from './rules/rules.js';

export interface RuledClient {
  readonly client: string;
  readonly rulings: ReadonlyMap<ClientRuleId, Ruling>;
}

export function judgeClient(client: string, evidence: Evidence): RuledClient {
  return { client, rulings: new Map(CLIENT_JUDGES.map((rule) => [rule.id, rule.judge(evidence)])) };
}

export interface ClientResultOptions {
  /** What was judged, in the words of who asked. */
  readonly target: string;
  readonly dialect: string;
  readonly seed: number;
  readonly strict: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
}

export function clientResult(clients: readonly RuledClient[], options: ClientResultOptions): RunResult {
  const { target, dialect, seed, strict, startedAt, endedAt } = options;
  const checks = clients.flatMap(({ client, rulings }) =>
    [...rulings].map(([rule, ruling]): CheckResult => {
      const verdict = verdictOf(rule, ruling, strict);
      const reason = reasonOf(ruling);
      return {
        id: clients.length > 1 ? `${client}/${rule}` : rule,
        title: CLIENT_RULES.find(({ id }) => id === rule)?.sentence ?? rule,
        area: clients.length > 1 ? client : 'client',
        rules: [rule],
        verdict,
        ...(reason !== undefined && { reason }),
        findings: findingsOf(rule, ruling, strict),
        attempts: 1,
        startedAt,
        endedAt,
        trace: [],
      };
    }),
  );
  return { target, dialect, seed, startedAt, endedAt, checks, notRestored: [], roundTrip: 0 };
}

function verdictOf(rule: ClientRuleId, ruling: Ruling, strict: boolean): Verdict {
  switch (ruling.kind) {
    case 'holds':
      return 'pass';
    case 'broken':
      return breachOf(rule, strict);
    case 'undecided':
      return 'inconclusive';
    case 'not exercised':
      return 'skipped';
  }
}

function reasonOf(ruling: Ruling): string | undefined {
  if (ruling.kind === 'undecided') return ruling.why;
  return ruling.kind === 'not exercised' ? `not exercised: ${ruling.needs}` : undefined;
}

function findingsOf(rule: ClientRuleId, ruling: Ruling, strict: boolean): Finding[] {
  if (ruling.kind === 'not exercised') return [];
  if (ruling.kind === 'holds') {
    const expected = CLIENT_RULES.find(({ id }) => id === rule)?.sentence ?? rule;
    return [
      { rule, verdict: 'pass', where: 'traffic', expected, actual: `kept, n = ${ruling.n}`, exchanges: [] },
    ];
  }
  const verdict = ruling.kind === 'broken' ? breachOf(rule, strict) : 'inconclusive';
  const seen = ruling.kind === 'broken' ? ruling.breaches : ruling.seen;
  return seen.map(({ day, done, right, exchanges }: ClientBreach) => {
    return { rule, verdict, where: day, expected: right, actual: done, exchanges };
  });
}
