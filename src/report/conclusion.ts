// The run in one word and one sentence. What could not be decided is never called a success.
import type { RunResult } from '../harness/verdict/verdict.js';
import { plural } from './layout.js';

export interface Conclusion {
  /** `passed`: everything that was checked held, and something was. */
  readonly kind: 'passed' | 'broken' | 'undecided' | 'unreachable' | 'error';
  readonly mood: 'good' | 'bad' | 'doubtful';
  readonly sentence: string;
}

export function conclude(result: RunResult): Conclusion {
  if (result.unreachable !== undefined) {
    const sentence = `Nothing was checked: the target cannot be reached (${result.unreachable}).`;
    return { kind: 'unreachable', mood: 'bad', sentence };
  }
  const count = (verdict: string): number =>
    result.checks.filter((check) => check.verdict === verdict).length;
  const cut = result.cutShort === undefined ? '' : ` The run was cut short: ${result.cutShort}.`;
  if (count('fail') > 0) {
    const sentence = `${plural(count('fail'), 'check')} found a rule of the interface broken.${cut}`;
    return { kind: 'broken', mood: 'bad', sentence };
  }
  const { waiverProblems = [] } = result;
  if (waiverProblems.length > 0) {
    const [first = ''] = waiverProblems;
    const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}${more(waiverProblems)}.${cut}`;
    return { kind: 'broken', mood: 'bad', sentence };
  }
  if (count('error') > 0) {
    const sentence = `${plural(count('error'), 'check')} ended in an error of this program.${cut}`;
    return { kind: 'error', mood: 'bad', sentence };
  }
  const doubt = doubts(result, count);
  if (doubt !== undefined) {
    return { kind: 'undecided', mood: 'doubtful', sentence: `Nothing broken, but ${doubt}.${cut}` };
  }
  const warnings = count('warn');
  const waived = count('waived');
  const known = count('known');
  const but = [
    ...(warnings === 0 ? [] : [` ${plural(warnings, 'check')} ended with a warning.`]),
    ...(waived === 0 ? [] : [` ${plural(waived, 'check')} found breaches that are waived.`]),
    ...(known === 0 ? [] : [` ${plural(known, 'check')} failed as the baseline says.`]),
  ].join('');
  return { kind: 'passed', mood: 'good', sentence: `No stated rule was broken in what was checked.${but}` };
}

function more({ length }: readonly string[]): string {
  return length === 1 ? '' : `; so it is with ${plural(length - 1, 'other waiver')}`;
}

function doubts(result: RunResult, count: (verdict: string) => number): string | undefined {
  const undecided = count('inconclusive');
  if (undecided > 0) return `${plural(undecided, 'check')} could not be decided`;
  if (result.cutShort !== undefined) return 'not everything was checked';
  if (result.notRestored.length > 0) return 'the target was not left as it was found';
  if (count('pass') + count('warn') + count('waived') + count('known') === 0)
    return 'nothing could be checked';
  return undefined;
}
