// `--explore`: an audit in virtual time with one seed after the other. The shortest day that breaks a rule is written
// as a file with as little as still shows it, and what it shows is confirmed in the time of this machine.
import { join, relative, resolve } from 'node:path';
import { dayYaml } from '../../audit/days/day.js';
import { CALM } from '../../audit/rules/ruling.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import { accepted, type Diagnostic, type Result, worded } from '../../document/diagnostic.js';
import { formatDuration } from '../../kernel/duration.js';
import { searchSeeds, shortened, type Exploration, type FoundDay } from '../../lab/audit/explore.js';
import type { Audited } from '../../lab/audit/run-audit.js';
import { dayAsWritten, type StagedDay } from '../../lab/days/stage-day.js';
import { quotedForShell } from '../../output/shell-words.js';
import { safeText } from '../../output/writer.js';
import { plural } from '../../report/layout.js';
import { makeFolder, writeText } from '../files.js';
import type { Io } from '../io.js';
import {
  auditIn,
  auditInVirtualTime,
  brokenIn,
  confirmedAudit,
  type AuditParts,
  type AuditTime,
  withRealTime,
} from './audit-in-time.js';
import { devicesOfDays, type AuditOptions, type ChosenAudit } from './choose.js';

export interface Explored extends Audited {
  /** What came of the search, and how many seeds it has tried. */
  readonly search?: { readonly shown: readonly Shown[]; readonly tried: number };
}

interface Shown {
  readonly found: FoundDay;
  /** It shows by itself, and not only beside the other days. */
  readonly isAlone: boolean;
}

export async function exploredAudit(
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: AuditTime,
  seeds: number,
): Promise<Result<Explored>> {
  const { progress } = parts;
  const { signal } = inRealTime;
  const first = await auditInVirtualTime(chosen, parts, inRealTime);
  if (!first.ok) return first;
  const exploration: Exploration = {
    ...{ days: chosen.days, rules: chosen.rules, first: first.value, seed: chosen.seed, seeds, signal },
    look: async (days, rules, seed) => {
      const audited = await auditInVirtualTime(withDays(chosen, days, rules, seed), parts, inRealTime, false);
      return audited.ok ? audited.value : undefined;
    },
  };
  const { found, tried } = await searchSeeds(exploration, ({ rule, seed, staged, after }) =>
    progress.say(`${rule}: broken with seed ${seed} on ${staged.day.id}, after ${formatDuration(after)}`),
  );
  const others = brokenIn(first.value).filter((rule) => !found.some((each) => each.rule === rule));
  let audited = await confirmedAudit(first.value, others, chosen, parts, inRealTime);
  const shown: Shown[] = [];
  for (const each of found) {
    if (!signal.aborted) progress.say(`${each.rule}: what the day of seed ${each.seed} can do without`);
    const short = await shortened(each, exploration);
    shown.push({ found: short ?? each, isAlone: short !== undefined });
    audited = await confirmed(audited, each, short, { chosen, parts, inRealTime });
  }
  return accepted({ ...audited, search: { shown, tried } });
}

/** What is left of a day may be too little in real time: then it is lived as it was, among the others. */
async function confirmed(
  audited: Audited,
  found: FoundDay,
  short: FoundDay | undefined,
  { chosen, parts, inRealTime }: { chosen: ChosenAudit; parts: AuditParts; inRealTime: AuditTime },
): Promise<Audited> {
  const { rule, ruling } = found;
  const rulings = new Map(audited.ruled.rulings).set(rule, ruling);
  let best = withRealTime({ ...audited, ruled: { ...audited.ruled, rulings } }, [rule], undefined);
  const whole = [found.staged, ...found.others];
  for (const days of short ? [[short.staged], whole] : [whole]) {
    if (inRealTime.signal.aborted || brokenIn(best).includes(rule)) break;
    parts.progress.say(`${rule}: once more, in real time, on ${days.map(({ day }) => day.id).join(', ')}`);
    const real = await auditIn(withDays(chosen, days, [rule], found.seed), parts, inRealTime);
    best = withRealTime({ ...best, ruled: { ...best.ruled, rulings } }, [rule], real, `, ${rule}`);
  }
  return best;
}

/** As whoever names these days on the command line has it: the calm day goes along. */
function withDays(
  chosen: ChosenAudit,
  days: readonly StagedDay[],
  rules: readonly ClientRuleId[],
  seed: number,
): ChosenAudit {
  const calm = chosen.days.find(({ day: { id } }) => id === CALM);
  const isThere = !calm || days.some(({ day: { id } }) => id === CALM);
  const all = isThere ? days : [calm, ...days];
  const deviceIds = chosen.namesDevices ? chosen.deviceIds : devicesOfDays(all);
  return { ...chosen, days: all, rules, seed, deviceIds };
}

/** Writes the days that were found into files; what there is to say of them, for people. */
export async function writeFound(
  { search }: Explored,
  words: readonly string[],
  options: AuditOptions,
  { cwd, secrets }: Io,
): Promise<{ readonly text: string; readonly unwritten: readonly Diagnostic[] }> {
  const { explore: _, ...rest } = options;
  if (!search) return { text: '', unwritten: [] };
  const { shown, tried } = search;
  const unwritten: Diagnostic[] = [];
  const lines = [`Tried ${plural(tried, 'seed')}: ${plural(shown.length, 'rule')} broken.`];
  for (const { found: each, isAlone } of shown) {
    const { rule, seed, staged, after, ruling } = each;
    const folder = resolve(cwd, options.keep ?? '.', rule.replace('client.', ''));
    const { id, ...file } = dayAsWritten(staged);
    const path = join(folder, `${id}.yaml`);
    const named = isAlone ? [relative(cwd, path)] : options.day;
    const again = repeatLine(words, { ...rest, ...(named && { day: named }), rule: [rule] }, seed);
    const what = isAlone ? sizeOf(staged) : 'only beside the other days';
    const when = `seed ${seed}, after ${formatDuration(after)}`;
    lines.push(`${rule}: ${id}, ${when}, ${what}. Once more:`, `  ${again}`);
    if (!isAlone) continue;
    const about = `Breaks ${rule} with ${when}: ${ruling.breaches[0]?.done}`;
    const head = `Once more:\n${again}`.replaceAll(/^/gm, '# ');
    const text = `${head}\n${dayYaml({ ...file, about })}`;
    const message = (await makeFolder(folder)) ?? (await writeText(path, safeText(text, 'yaml', secrets)));
    if (message !== undefined) unwritten.push(worded(message));
  }
  return { text: `\n${lines.join('\n')}\n`, unwritten };
}

function sizeOf({ day: { faults, stimuli, orders } }: StagedDay): string {
  const changes = stimuli.length === 0 ? '' : `, ${plural(stimuli.length, 'change')} at devices`;
  return `${plural(faults.length, 'fault')}${changes}, ${plural(orders.length, 'order')}`;
}

// The command line that audits again what a report shows.

/** The options that decide what is seen, in the order in which they are written. */
const SHOWN = [
  ...(['config', 'proxy', 'env', 'day', 'rule', 'instances', 'speed', 'virtual', 'explore'] as const),
  ...(['fleet', 'dialect', 'listen', 'tls'] as const),
];

export function repeatLine(words: readonly string[], options: AuditOptions, seed: number): string {
  const asked = SHOWN.flatMap((name) =>
    [options[name] ?? []].flat().flatMap((value) => {
      if (value === false) return [];
      return value === true ? [`--${name}`] : [`--${name}`, String(value)];
    }),
  );
  const own = words.length > 0 ? ['--', ...words] : [];
  return ['conform', 'audit', ...asked, '--seed', String(seed), ...own].map(quotedForShell).join(' ');
}
