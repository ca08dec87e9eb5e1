// What the look at a target before a run has found of it, as a check of its own: its breaches stand in the report like
// those of any other check.
import type { TraceRecord } from '../../trace/record.js';
import { judge } from '../judge/judge.js';
import type { MisfitBreach } from '../target/misfit/misfit-breach.js';
import { breachOf, resultOfRun, type RunCheck, type CheckResult, type Finding } from '../verdict/verdict.js';

export interface FirstLook {
  readonly breaches: readonly MisfitBreach[];
  /** All that was sent and came before the run. */
  readonly records: readonly TraceRecord[];
  /** No API client has a token, so no check can ask for anything. */
  readonly tokenless: boolean;
}

const ID = 'target/first-look';
const CHECK: RunCheck = {
  id: ID,
  title: 'the target is as its profile says',
  about: 'Before the run, each API client asks for a token and for its devices, and each device is read.',
};

/** Undefined where nothing was found. @param at clock time in ms at which the run began. */
export function firstLookResult(
  { breaches, records }: FirstLook,
  { strict, at }: { readonly strict: boolean; readonly at: number },
): CheckResult | undefined {
  const judged = judge(records, { strict, dropped: 0 }).filter(
    ({ verdict }) => verdict === 'fail' || verdict === 'warn',
  );
  const own = breaches.map(({ rule, expected, actual }): Finding => ({
    rule,
    verdict: breachOf(rule, strict),
    where: 'the look before the run',
    expected,
    actual,
    exchanges: [],
  }));
  // What came in another form may have been seen to be a breach at once, or only by what came later.
  const known = new Set(judged.map(({ rule, expected }) => `${rule} ${expected}`));
  const findings = [...own.filter(({ rule, expected }) => !known.has(`${rule} ${expected}`)), ...judged];
  if (findings.length === 0) return undefined;
  return resultOfRun(CHECK, findings, { startedAt: records[0]?.at ?? at, endedAt: at, trace: records });
}

/** Why nothing was checked where no API client gets a token. */
export const TOKENLESS = `no API client gets a token; see ${ID}`;
