// What a run of a program has proven against the target, the most telling first.
import { INVARIANTS } from '../judge/judge.js';
import type { Finding } from '../verdict/verdict.js';
import type { ProgramRun } from './run-program.js';

/**
 * The order of the invariants is that from cause to consequence: where replies are mixed up, everything else
 * that was read is doubtful; a state without an explanation may be the consequence of anything.
 */
const CAUSES_FIRST = [
  'envelope',
  'fitting',
  'denied',
  'status-codes',
  'ws-replies',
  'rate-limits',
  'mixed-up',
  'correlation',
  'tickets',
  'keys',
  'commands',
  'command-outcome',
  'readable',
  'refresh-spacing',
  'announced-delay',
  'budget',
  'unspent',
  'packing',
  'one-at-a-time',
  'lane',
  'event-unexplained',
  'event-missing',
  'event-state',
  'solicited',
  'executions',
  'state',
];

export function breachesIn({ findings }: ProgramRun): readonly Finding[] {
  return findings
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .toSorted((a, b) => rank(a) - rank(b));
}

function rank({ where }: Finding): number {
  const at = CAUSES_FIRST.indexOf(where.replace(/^invariant /, ''));
  return at < 0 ? CAUSES_FIRST.length : at;
}

/** It reasons from what nobody did, so somebody else's doings could look like it. */
export function needsToBeAlone({ where }: Finding): boolean {
  return INVARIANTS.some(({ name, alone }) => alone && where === `invariant ${name}`);
}

/** Both tell of one fault: the same law was broken, or the same rule. */
export function isAlike(a: Finding, b: Finding): boolean {
  return a.rule === b.rule || a.where === b.where;
}
