// What has to be known of a run that was a part of a whole, or that was held against a baseline, in sentences.
import type { RunResult } from '../harness/verdict/verdict.js';
import { plural } from './layout.js';

/** `shard 2 of 4: 60 of 239 checks`; undefined for a whole run. */
export function shardWords({ shard, checks }: Pick<RunResult, 'shard' | 'checks'>): string | undefined {
  if (!shard) return undefined;
  // Properties are in each shard, with a part of the programs; what speaks of the run as a whole is no check of the plan.
  const own = checks.filter(({ ofRun, area }) => !ofRun && area !== 'properties').length;
  return `shard ${shard.index} of ${shard.count}: ${own} of ${plural(shard.checks, 'check')}`;
}

/** Names of gone failures that are shown; the rest is counted. */
const MOST_NAMED = 10;

/** Undefined for a run without a baseline. */
export function baselineWords({ baseline }: Pick<RunResult, 'baseline'>): string | undefined {
  if (!baseline) return undefined;
  const { known, gone, unseen } = baseline;
  const names = gone.slice(0, MOST_NAMED).map(({ check, rule }) => `${check} (${rule})`);
  const more = gone.length > MOST_NAMED ? ` and ${gone.length - MOST_NAMED} more` : '';
  return [
    known === 0 ? 'none was found again' : `${plural(known, 'known failure')} found again`,
    ...(gone.length === 0
      ? []
      : [
          `${gone.length} gone away: ${names.join(', ')}${more}; --write-baseline takes them out of the baseline`,
        ]),
    ...(unseen === 0 ? [] : [`${unseen} not looked at in this run`]),
  ].join('; ');
}
