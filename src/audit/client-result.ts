// What was found of a client as the result of a run, one check for each rule, so that all formats of reports take it.
import type { RuleSet } from '../contract/rules/as-of.js';
import { CLIENT_RULES, type ClientRuleId } from '../contract/rules/client.js';
import {
  breachOf,
  checkAsOf,
  type CheckResult,
  type Finding,
  type RunResult,
  type Verdict,
} from '../harness/verdict/verdict.js';
import type { ClientBreach, Evidence, Ruling } from './rules/ruling.js';
import { CLIENT_JUDGES } from './rules/rules.js';

export interface RuledClient {
  readonly client: string;
  readonly rulings: ReadonlyMap<ClientRuleId, Ruling>;
}

/** @param meant the rules that are asked about; default: all. */
export function judgeClient(
  client: string,
  evidence: Evidence,
  meant?: readonly ClientRuleId[],
): RuledClient {
  const rules = CLIENT_JUDGES.filter(({ id }) => meant?.includes(id) ?? true);
  return {
    client,
    rulings: new Map(
      rules.map((rule) => {
        const ruling = rule.judge(evidence);
        return [rule.id, rule.isTimeless ? ruling : withoutLate(ruling, evidence)];
      }),
    ),
  };
}

/** What was done so soon after the machine was late may have come of that, in ms. */
const AFTERMATH = 5000;

/** What came of the lateness of this machine is not the client's. */
function withoutLate(ruling: Ruling, { days }: Evidence): Ruling {
  if (ruling.kind !== 'broken') return ruling;
  const late = new Map(days.map(({ day, late: spans }) => [day, spans]));
  const breaches = ruling.breaches.filter(({ day, at, by = 0 }) => {
    const spans = late.get(day) ?? [];
    const inAll = spans.reduce((sum, { from, to }) => sum + to - from, 0);
    return by > inAll + AFTERMATH || !spans.some(({ from, to }) => at >= from && at <= to + AFTERMATH);
  });
  if (breaches.length > 0) return { ...ruling, breaches };
  const why = 'it was seen only when this machine was late itself';
  const todo = 'run fewer days at the same time (--jobs)';
  return { kind: 'undecided', n: ruling.n, why, todo, seen: ruling.breaches };
}

export interface ClientResultOptions {
  /** What was judged, in the words of who asked. */
  readonly target: string;
  readonly dialect: string;
  readonly seed: number;
  readonly strict: boolean;
  /** The rules of a revision of the interface; default: the newest. */
  readonly ruleSet?: RuleSet | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

export function clientResult(clients: readonly RuledClient[], options: ClientResultOptions): RunResult {
  const { target, dialect, seed, strict, ruleSet, startedAt, endedAt } = options;
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
  const whole = { target, dialect, seed, startedAt, endedAt, checks, notRestored: [], roundTrip: 0 };
  if (!ruleSet) return whole;
  const inForce = checks.flatMap((check) => checkAsOf(check, ruleSet, strict) ?? []);
  return { ...whole, checks: inForce, revision: ruleSet.id };
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

/** Where more of the same would tell no more. */
const LOOK = 'look at what is shown: another audit tells no more';

function reasonOf(ruling: Ruling): string | undefined {
  if (ruling.kind === 'undecided') {
    const more = ruling.lacks !== undefined || ruling.isSuspicious === true;
    const { why, todo = more ? 'audit it with other seeds (--seed), for more of the same' : LOOK } = ruling;
    return `${why}; to do: ${todo}`;
  }
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
