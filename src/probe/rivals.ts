// Which neighbouring reading of a line that is not proven explains what does not agree: then it is the line that is wrong.
import { SUCCESS } from '../contract/error-codes.js';
import { valueAt } from './draft/places.js';
import { settled } from '../kernel/host-time.js';
import { isObject } from '../kernel/json.js';
import { lineOfRival, neighboursOf, type Rival, type Traces } from './neighbours.js';
import { profileNeighboursOf } from './profile-neighbours.js';
import { type ProbeReading, type Sights, sightsOf } from './sights.js';
import { CLIENT_RELATIONS, DEVICE_RELATIONS, hasSeenExpiry } from './device-relations.js';
import { COMMAND_RELATIONS } from './command-relations.js';
import { EFFECT_RELATIONS } from './effect-relations.js';
import { RELAY_RELATIONS } from './relay-relations.js';
import type { Judged, Relation } from './relation.js';

export type ExplainedMisreading = NonNullable<Awaited<ReturnType<typeof explainMisreading>>>;

export interface ExplainOptions {
  /** Rivals that were refuted before; a line whose rivals all were is proven. */
  readonly isRefuted?: (rival: Pick<Rival, 'key' | 'was' | 'now'>) => boolean;
  /** The dialect is that of the interface's own documents: nothing of it is a guess. */
  readonly dialectStands?: boolean;
  readonly profileStands?: boolean;
  /** Once it is aborted, nothing more is tried: what was seen is not explained then, and its reason is thrown. */
  readonly ended?: AbortSignal | undefined;
}

/** Traces that are looked at first, for each relation that does not hold. */
const MOST_SAMPLED = 3;
/** Rivals that are held against all traces, for each relation that does not hold. */
const MOST_TRIED = 8;
/** A line explains what does not agree where no more than this share of it is left. */
const MOST_LEFT = 0.1;
/** Lines that may be wrong at a time. */
const MOST_LINES = 3;
/** A line that explains a relation alone explains as much of it: what is seen less often may be chance. */
const LEAST_EXPLAINED = 3;

/** Undefined where nothing contradicts the reading, or no rival explains it. */
export async function explainMisreading(traces: Traces, reading: ProbeReading, options: ExplainOptions = {}) {
  const found = weighedIn(traces, reading);
  const contradictions = found.flatMap((each) => each.contradictions);
  if (contradictions.length === 0) return undefined;
  const lines: WrongLine[] = [];
  while (lines.length < MOST_LINES) {
    const line = await wrongLine(traces, lines.at(-1)?.read ?? reading, options, lines.at(-1));
    if (!line) break;
    lines.push(line);
  }
  const last = lines.at(-1);
  if (!last) return undefined;
  const all = lines.map(({ rivals }, at) =>
    at === 0 ? rivals : rivals.map((rival) => ({ ...rival, line: lineOfRival(rival, reading) })),
  );
  const { left, held } = last.weight;
  return {
    /** Of each line that is wrong: the rivals that explain it best, each of another line or another reading of one. */
    lines: all,
    rivals: all.flat(),
    /** What does not agree as it is read now. */
    contradictions,
    /** What still does not, with the best of them. */
    left,
    /** It does not only leave unseen what did not agree: with it, more agrees. */
    gains: held > sumOf(found).held,
    /** No other line explains as much. */
    certain: left === 0 && all.every((rivals) => new Set(rivals.map(({ line }) => line)).size === 1),
  };
}

interface Tried {
  readonly rival: Rival;
  readonly read: ProbeReading;
  readonly weight: Weight;
}

interface WrongLine extends Pick<Tried, 'read' | 'weight'> {
  readonly rivals: readonly Rival[];
  /** All that explain anything: one of them may explain the rest. */
  readonly among: ReadonlySet<string>;
}

/**
 * The rivals that explain best what does not agree: nearly all of it, or nearly all of one relation.
 * @param before the line that was found before; the reading is that with it.
 */
async function wrongLine(
  traces: Traces,
  reading: ProbeReading,
  options: ExplainOptions,
  before: WrongLine | undefined,
): Promise<WrongLine | undefined> {
  const found = weighedIn(traces, reading);
  const places = sampled(found.map((each) => each.contradictions));
  const sample = places.map((at) => traces[at] ?? []);
  const seen = sumOf(places.flatMap((at) => found[at] ?? []));
  const stated = sumOf(found);
  const sifted: Tried[] = [];
  for (const rival of rivalsOf(traces, reading, options)) {
    await othersFirst(options);
    const read = before?.among.has(nameOf(rival)) === false ? undefined : rival.reading();
    const weight = read && weightOf(sample, read);
    if (weight && isBetter(weight, seen)) sifted.push({ rival, read, weight });
  }
  const weights = new Map<Tried, Weight>();
  const tried = async (order: (one: Tried, two: Tried) => number): Promise<readonly Tried[]> => {
    const better: Tried[] = [];
    for (const each of sifted.toSorted(order).slice(0, MOST_TRIED)) {
      await othersFirst(options);
      const weight = weights.get(each) ?? weightOf(traces, each.read);
      weights.set(each, weight);
      if (isBetter(weight, stated)) better.push({ ...each, weight });
    }
    return better;
  };
  const whole = before ? [] : await tried(byWeight);
  const best = whole.filter(({ weight }) => weight.left <= stated.left * MOST_LEFT);
  for (const [name, { left }] of best.length > 0 ? [] : stated.relations) {
    if (left < LEAST_EXPLAINED) continue;
    const ofRelation = await tried((one, two) => leftOf(one, name) - leftOf(two, name) || byWeight(one, two));
    best.push(...ofRelation.filter(({ weight }) => explainsRelation(weight, stated)));
  }
  const [first] = best.toSorted(byWeight);
  if (!first) return undefined;
  const { read, weight } = first;
  const equal = best.filter(({ weight: { left, held } }) => left === weight.left && held === weight.held);
  return {
    read,
    weight,
    rivals: equal.map(({ rival }) => rival),
    among: new Set(sifted.map(({ rival }) => nameOf(rival))),
  };
}

/** A long run takes a while to be read again: a signal is heard meanwhile. */
async function othersFirst({ ended }: ExplainOptions): Promise<void> {
  if (!ended) return;
  await settled();
  ended.throwIfAborted();
}

function weighedIn(traces: Traces, reading: ProbeReading): readonly Weighed[] {
  return traces.map((trace) => weigh(sightsOf(trace, reading)));
}

function nameOf({ key, now }: Rival): string {
  return `${key} ${now}`;
}

function byWeight({ weight: one }: Tried, { weight: two }: Tried): number {
  return one.left - two.left || two.held - one.held;
}

function leftOf({ weight }: Tried, relation: string): number {
  return weight.relations.get(relation)?.left ?? 0;
}

/** One relation holds where it did not, and no other one less than before: the others have another cause. */
function explainsRelation(other: Weight, stated: Weight): boolean {
  const gone = (name: string): number =>
    (stated.relations.get(name)?.left ?? 0) - (other.relations.get(name)?.left ?? 0);
  const names = [...new Set([...stated.relations.keys(), ...other.relations.keys()])];
  return (
    names.every((name) => gone(name) >= 0) &&
    names.some((name) => {
      const [before, after] = [stated.relations.get(name), other.relations.get(name)];
      if (!before || !after || after.left > before.left * MOST_LEFT) return false;
      const gained = after.held - before.held;
      // Or all of it is gone, and what held of the relation holds on.
      const isGone = after.left === 0 && after.held > 0 && gained >= 0;
      return gone(name) >= LEAST_EXPLAINED && (isGone || gained >= gone(name) / 2);
    })
  );
}

/** More agrees, and not because less is looked at: what was seen to hold holds on. */
export function isBetter(other: Weight, stated: Weight): boolean {
  return other.left < stated.left && stated.held - other.held <= stated.left - other.left;
}

export function rivalsOf(
  traces: Traces,
  reading: ProbeReading,
  options: ExplainOptions = {},
): readonly Rival[] {
  const { isRefuted = () => false, dialectStands = false, profileStands = false } = options;
  const own = dialectStands ? [] : neighboursOf(reading, { unread: unreadIn(traces) });
  const others = profileStands ? [] : profileNeighboursOf(traces, reading);
  const isExpiring = traces
    .filter((trace) => trace.some((record) => record.kind === 'stimulus' && record.name === 'expire-tokens'))
    .some((trace) => hasSeenExpiry(sightsOf(trace, reading)));
  return [...own, ...others].filter(
    (rival) => !isRefuted(rival) && !(isExpiring && rival.key === 'stimuli.expire-tokens'),
  );
}

/** Places among the traces, a few for each relation that does not hold. */
function sampled(found: readonly (readonly Contradiction[])[]): readonly number[] {
  const taken = new Map<string, number>();
  const places = new Set<number>();
  for (const [at, contradictions] of found.entries())
    for (const { relation } of contradictions) {
      const times = taken.get(relation) ?? 0;
      if (places.has(at) || times >= MOST_SAMPLED) continue;
      taken.set(relation, times + 1);
      places.add(at);
    }
  return [...places];
}

/** What a reading comes to: how much does not agree, and how much does; in all, and for each relation. */
interface Weight {
  readonly left: number;
  readonly held: number;
  readonly relations: ReadonlyMap<string, { readonly left: number; readonly held: number }>;
}

/** What a reading comes to over some traces. */
export function weightOf(traces: Traces, reading: ProbeReading): Weight {
  return sumOf(weighedIn(traces, reading));
}

function sumOf(weighed: readonly Weighed[]): Weight {
  const relations = new Map<string, { left: number; held: number }>();
  let [left, held] = [0, 0];
  for (const each of weighed)
    for (const [name, own] of each.relations) {
      const sum = relations.get(name) ?? { left: 0, held: 0 };
      relations.set(name, { left: sum.left + own.left, held: sum.held + own.held });
      left += own.left;
      held += own.held;
    }
  return { left, held, relations };
}

/** Where the data of replies show a shape. */
const SHOWN: Readonly<Record<string, readonly [shape: string, within: readonly string[]][]>> = {
  'devices.list': [
    ['deviceList', []],
    ['device', ['devices', '0']],
  ],
  'devices.read': [['deviceDetail', []]],
  'devices.config': [['deviceConfig', []]],
  'profiles.list': [['profileList', []]],
  'commands.read': [['command', ['command']]],
  'relays.set': [['command', ['command']]],
};

/** The names of scalars that came beside those that a sample shows. */
function unreadIn(traces: Traces): (path: readonly string[]) => readonly string[] {
  const seen = new Map<string, unknown>();
  for (const trace of traces) {
    const asked = new Map(
      trace.flatMap((each) => (each.kind === 'request' ? [[each.exchange, each.what]] : [])),
    );
    for (const record of trace) {
      if (record.kind !== 'reply' || record.code !== SUCCESS || !isObject(record.body)) continue;
      for (const [shape, within] of SHOWN[asked.get(record.exchange) ?? ''] ?? []) {
        const part = valueAt(record.body['data'], within);
        if (part !== undefined && !seen.has(shape)) seen.set(shape, part);
      }
    }
  }
  return ([shape = '', ...path]) => {
    const part = valueAt(seen.get(shape), path);
    return isObject(part) ? Object.keys(part).filter((key) => typeof part[key] !== 'object') : [];
  };
}

// The relations: what was asked, what was answered, what was done and what was seen agree, wherever the reading is right.

const RELATIONS: readonly Relation[] = [
  ...DEVICE_RELATIONS,
  ...COMMAND_RELATIONS,
  ...CLIENT_RELATIONS,
  ...RELAY_RELATIONS,
  ...EFFECT_RELATIONS,
];

export interface Contradiction extends Judged {
  readonly relation: string;
}

export type Weighed = ReturnType<typeof weigh>;

/** What contradicts the relations, and how often each of them held. */
export function weigh(sights: Sights) {
  const contradictions: Contradiction[] = [];
  const relations = new Map<string, { readonly left: number; readonly held: number }>();
  for (const { name, judge } of RELATIONS) {
    const judged = [...judge(sights)];
    const broken = judged.filter((each) => !each.held);
    for (const each of broken) contradictions.push({ ...each, relation: name });
    if (judged.length > 0) relations.set(name, { left: broken.length, held: judged.length - broken.length });
  }
  return {
    contradictions,
    relations,
    held: [...relations.values()].reduce((sum, each) => sum + each.held, 0),
  };
}
