// Which neighbouring reading of a line that is not proven explains what does not agree: then it is the line that is wrong.
import { SUCCESS } from '../contract/error-codes.js';
import { valueAt } from './draft/places.js';
import { isObject } from '../kernel/json.js';
import { neighboursOf, type Rival, type Traces } from './neighbours.js';
import { profileNeighboursOf } from './profile-neighbours.js';
import { type ProbeReading, type Sights, sightsOf } from './sights.js';
import { CLIENT_RELATIONS, DEVICE_RELATIONS } from './device-relations.js';
import { COMMAND_RELATIONS } from './command-relations.js';
import { EFFECT_RELATIONS } from './effect-relations.js';
import { RELAY_RELATIONS } from './relay-relations.js';
import type { Judged, Relation } from './relation.js';

export type ExplainedMisreading = NonNullable<ReturnType<typeof explainMisreading>>;

export interface ExplainOptions {
  /** Rivals that were refuted before; a line whose rivals all were is proven. */
  readonly isRefuted?: (rival: Pick<Rival, 'key' | 'was' | 'now'>) => boolean;
  /** The dialect is that of the interface's own documents: nothing of it is a guess. */
  readonly dialectStands?: boolean;
  readonly profileStands?: boolean;
}

/** Traces that are looked at first, for each relation that does not hold. */
const MOST_SAMPLED = 3;
/** Rivals that are held against all traces. */
const MOST_TRIED = 8;
/** A line explains what does not agree where no more than this share of it is left. */
const MOST_LEFT = 0.1;

type Weight = ReturnType<typeof weightOf>;

/** Undefined where nothing contradicts the reading, or no rival explains it. */
export function explainMisreading(traces: Traces, reading: ProbeReading, options: ExplainOptions = {}) {
  const found = traces.map((trace) => weigh(sightsOf(trace, reading)));
  const contradictions = found.flatMap((each) => each.contradictions);
  if (contradictions.length === 0) return undefined;
  const sample = sampled(found.map((each) => each.contradictions)).map((at) => traces[at] ?? []);
  const before = weightOf(sample, reading);
  const stated = {
    left: contradictions.length,
    held: found.reduce((sum, { held }) => sum + held, 0),
  };
  const tried = rivalsOf(traces, reading, options)
    .flatMap((rival) => {
      const read = rival.reading();
      return read ? [{ rival, read, weight: weightOf(sample, read) }] : [];
    })
    .filter(({ weight }) => isBetter(weight, before))
    .toSorted((a, b) => a.weight.left - b.weight.left || b.weight.held - a.weight.held)
    .slice(0, MOST_TRIED)
    .map(({ rival, read }) => ({ rival, weight: weightOf(traces, read) }))
    .filter(({ weight }) => weight.left <= stated.left * MOST_LEFT && isBetter(weight, stated))
    .toSorted((a, b) => a.weight.left - b.weight.left || b.weight.held - a.weight.held);
  const [best] = tried;
  if (!best) return undefined;
  const { left, held } = best.weight;
  const equal = tried.filter(({ weight }) => weight.left === left && weight.held === held);
  return {
    /** Those that explain it best; each of another line, or another reading of one. */
    rivals: equal.map(({ rival }) => rival),
    /** What does not agree as it is read now. */
    contradictions,
    /** What still does not, with the best of them. */
    left,
    /** It does not only leave unseen what did not agree: with it, more agrees. */
    gains: held > stated.held,
    /** No other line explains as much. */
    certain: left === 0 && new Set(equal.map(({ rival }) => rival.line)).size === 1,
  };
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
  return [...own, ...others].filter((rival) => !isRefuted(rival));
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

/** What a reading comes to over some traces: how much does not agree, and how much does. */
export function weightOf(traces: Traces, reading: ProbeReading) {
  let [left, held] = [0, 0];
  for (const trace of traces) {
    const weighed = weigh(sightsOf(trace, reading));
    left += weighed.contradictions.length;
    held += weighed.held;
  }
  return { left, held };
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

/** What contradicts the relations, and how often any of them held. */
export function weigh(sights: Sights) {
  const contradictions: Contradiction[] = [];
  let held = 0;
  for (const { name, judge } of RELATIONS)
    for (const each of judge(sights))
      if (each.held) held++;
      else contradictions.push({ ...each, relation: name });
  return { contradictions, held };
}
