// A witness as a sequence on one axis of time: a line for each exchange, event and act, with the fields that matter.
import type { BreachWitness, CheckResult, Finding } from '../harness/verdict/verdict.js';
import { PATH_PREFIX } from '../contract/limits.js';
import { touchesOf } from '../contract/operations.js';
import { defined } from '../kernel/defined.js';
import { isObject } from '../kernel/json.js';
import type { BrokenRecord, TraceRecord } from '../trace/record.js';
import {
  answerLine,
  cut,
  exchangesOf,
  gist,
  receivedPart,
  requestLine,
  sentParams,
  sentPart,
} from './exchanges.js';
import type { ShownExchange } from './exchanges.js';
import { plural } from './layout.js';

export interface SequenceLine {
  /** Ms from the first record of the sequence. */
  readonly at: number;
  /** When it was over; absent for a moment. */
  readonly to?: number;
  /** `reader REST`, `reader ws`, or the connection of an event. */
  readonly who: string;
  readonly did: string;
  /** What came of it. */
  readonly answer?: string;
  /** Of what came, the fields that matter. */
  readonly fields?: string;
  /** The exchange or the frame that the finding is about. */
  readonly isBlamed: boolean;
  readonly exchange?: number;
}

/** The witness of a finding; for one without, what it names. Undefined where there is nothing to show. */
export function sequenceOf(check: CheckResult, finding: Finding) {
  const { witness } = finding;
  const records = (witness?.records ?? named(check, finding)).filter(isWorthALine(finding));
  const start = records[0]?.at ?? 0;
  const shown: CheckResult = { ...check, trace: records, startedAt: start };
  const telling = tellingIn(finding);
  const exchanges = new Map(exchangesOf(shown).map((exchange) => [exchange.id, exchange]));
  const lines = records.flatMap((record) => {
    const exchange = record.kind === 'request' ? exchanges.get(record.exchange) : undefined;
    const line = exchange
      ? exchangeLine(exchange, finding, telling)
      : otherLine(record, start, finding, telling);
    const isOther = witness?.untreated?.includes(record.seq) === true;
    return [line]
      .flat()
      .map((each) => (isOther ? { ...each, who: `${OTHERWISE} ${each.who}`.trim() } : each));
  });
  if (lines.length === 0) return undefined;
  const size = records.filter(({ kind }) => UNITS.has(kind)).length;
  /** `2 of 27 in all`. */
  const extent = witness ? `${size} of ${size + witness.leftOut} in all` : plural(size, 'exchange');
  return { extent, lines, ...defined({ silence: silenceWords(witness, start) }) };
}

/** Before who did what on the occasion that is there to compare with. */
const OTHERWISE = 'otherwise';

const UNITS: ReadonlySet<TraceRecord['kind']> = new Set(['request', 'event', 'stray', 'stimulus']);

/** That a connection was there goes without saying, unless the rule is about that, or about what did not come on it. */
function isWorthALine({ witness, exchanges, frames = [] }: Finding): (record: TraceRecord) => boolean {
  const isAll = exchanges.length + frames.length === 0;
  return (record) => {
    if (record.kind !== 'connection') return true;
    if (record.state === 'opening' || (record.state === 'closed' && record.by === 'harness')) return isAll;
    return isAll || record.state !== 'open' || witness?.silence !== undefined;
  };
}

/** Of a flood, the first and the last ones. */
const MOST_NAMED = 3;

function named({ trace }: CheckResult, { exchanges }: Finding): readonly TraceRecord[] {
  const ids = new Set([...exchanges.slice(0, MOST_NAMED), ...exchanges.slice(-MOST_NAMED)]);
  return trace.filter((record) => 'exchange' in record && ids.has(record.exchange));
}

function silenceWords(witness: BreachWitness | undefined, start: number): string | undefined {
  if (!witness?.silence) return undefined;
  const { from, to, on } = witness.silence;
  return `listened on ${on.join(', ')} from ${Math.round(from - start)} to ${Math.round(to - start)} ms: it did not come`;
}

/** The end of a key is enough to tell it from others. */
const KEY_END = 6;
/** In characters: how much is shown of what was sent, and of what came. */
const MOST_SENT = 70;
const MOST_CAME = 120;

function exchangeLine(exchange: ShownExchange, finding: Finding, telling: Telling): SequenceLine {
  const { id, from, to, request, end } = exchange;
  const { client = '', channel, connection, operation, idempotencyKey: key } = request;
  const sent = operation ? operationWords(exchange) : gist(sentPart(exchange), MOST_SENT);
  const keyed = key === undefined ? '' : `, key …${key.slice(-KEY_END)}`;
  const what = channel === 'rest' ? restWords(exchange) : wsWords(exchange);
  const fields = end?.kind === 'reply' ? fieldWords(receivedPart(exchange), end.data, telling) : '';
  const canonical = end?.kind === 'reply' && end.code !== undefined ? canonicalCode(exchange, end.code) : '';
  return {
    at: from,
    ...defined({ to }),
    who: `${client} ${channel === 'rest' ? 'REST' : (connection ?? 'ws')}`.trim(),
    did: `${what} ${sent}`.trimEnd() + keyed,
    answer:
      end?.kind === 'broken' ? `no answer: ${BROKEN[end.reason]}` : `${answerLine(exchange)}${canonical}`,
    ...(fields === '' ? {} : { fields }),
    isBlamed: finding.exchanges.at(-1) === id,
    exchange: id,
  };
}

const BROKEN: Readonly<Record<BrokenRecord['reason'], string>> = {
  cut: 'cut by conform',
  reset: 'the target broke the connection',
  refused: 'the target refused the connection',
  timeout: 'patience ran out',
};

/** Every path of a device begins alike: what is done there tells them apart. */
function restWords(exchange: ShownExchange): string {
  // The key stands behind what was asked for.
  const line = requestLine(exchange).replace(/ with key \S*$/, '');
  return exchange.request.operation ? line.replace(`${PATH_PREFIX}/devices/`, '…/') : line;
}

function operationWords(exchange: ShownExchange): string {
  const { operation } = exchange.request;
  const relays = operation?.name === 'device.relay.set' ? touchesOf(operation) : [];
  const words = relays.flatMap((touch) =>
    touch.kind === 'relay' ? [`relay ${touch.index} ${touch.to}`] : [],
  );
  return words.length > 0 ? words.join(', ') : gist(sentParams(exchange), MOST_SENT);
}

/** The device is named as the interface does, unless the frame has just that. */
function wsWords(exchange: ShownExchange): string {
  const { operation, what, deviceId = '' } = exchange.request;
  const isNamed = !operation && gist(sentPart(exchange), MOST_SENT).includes(`deviceId: "${deviceId}"`);
  return `${operation?.name ?? what} ${isNamed ? '' : deviceId}`.trimEnd();
}

/** The fields that matter as they were on the wire, and beside them in canonical terms where these differ. */
function fieldWords(wire: unknown, canonical: unknown, telling: Telling): string {
  const read = tellingPart(canonical, telling);
  const values = [...leafTexts(read)].filter((text) => text.length >= LEAST_LENGTH);
  const written = tellingPart(wire, { words: new Set([...telling.words, ...values]) });
  const [own, theirs] = [gist(read, MOST_CAME), gist(written, MOST_CAME)];
  const isAlike = own === '' || own.toLowerCase() === theirs.toLowerCase();
  return isAlike || wire === canonical ? theirs : `${theirs} = ${own}`.trim();
}

function* leafTexts(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* leafTexts(inner);
}

/** The code of the interface beside the word that the target has for it. */
function canonicalCode(exchange: ShownExchange, code: string): string {
  return answerLine(exchange).endsWith(code) ? '' : ` (the interface's ${code})`;
}

function otherLine(
  record: TraceRecord,
  start: number,
  { frames = [] }: Finding,
  telling: Telling,
): readonly SequenceLine[] {
  const at = Math.round(record.at - start);
  const isBlamed = frames.includes(record.seq);
  switch (record.kind) {
    case 'event': {
      const fields = tellingPart(record.data ?? record.body, telling) ?? record.data;
      return [
        {
          at,
          who: record.to?.[0] ?? record.connection,
          did: `event ${record.topic} ${gist(fields, MOST_CAME)}`,
          isBlamed,
        },
      ];
    }
    case 'stray':
      return [{ at, who: record.connection, did: `frame ${cut(record.text, MOST_CAME)}`, isBlamed }];
    case 'stimulus': {
      const did = `${record.name} ${gist(record.parameters, MOST_SENT)} ${record.detail ?? ''}`;
      return [{ at, who: record.deviceId ?? 'bench', did: did.trimEnd(), isBlamed }];
    }
    case 'connection': {
      if (record.state === 'opening') return [];
      const why = [record.status ?? record.closeCode, record.by && `by the ${record.by}`].filter(Boolean);
      const ticket = record.ticket === undefined ? '' : ` with ${record.ticket}`;
      const did = `connection ${record.state}${ticket} ${why.join(' ')}`.trimEnd();
      return [{ at, who: `${record.client ?? ''} ${record.connection}`.trim(), did, isBlamed: false }];
    }
    default:
      return [];
  }
}

// The fields that matter: those that the finding speaks of, by their names or by their values.

interface Telling {
  readonly words: ReadonlySet<string>;
}

/** They hold others, and say nothing themselves. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'data',
  'device',
  'command',
  'operation',
  'result',
  'peripherals',
  'code',
  'message',
  'type',
]);

/** Fields that rules of a group are about, whatever a finding says. */
const ALWAYS_TELLING: Readonly<Record<string, readonly string[]>> = {
  refresh: ['retryAfterSeconds'],
  limits: ['retryAfterSeconds'],
  idempotency: ['commandId', 'status'],
  commands: ['commandId', 'status'],
};

function tellingIn({ rule, expected, actual, witness }: Finding): Telling {
  const text = `${expected} ${actual} ${witness?.right ?? ''}`;
  const words = [
    ...(text.match(/[\p{L}\d_][\p{L}\d_-]*/gu) ?? []),
    ...(ALWAYS_TELLING[rule.split('.')[0] ?? ''] ?? []),
  ];
  return { words: new Set(words.flatMap((word) => [word, `${word}s`])) };
}

/** Undefined where none of it matters. */
function tellingPart(value: unknown, { words }: Telling): unknown {
  if (Array.isArray(value)) {
    const kept = value.flatMap((each) => tellingPart(each, { words }) ?? []);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isObject(value)) return isTelling(value, words) ? value : undefined;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (words.has(key) && !CONTAINERS.has(key)) return [[key, inner]];
    const kept = tellingPart(inner, { words });
    return kept === undefined ? [] : [[key, kept]];
  });
  // What is short comes first, as the rest may be cut.
  const isLong = ([, inner]: readonly unknown[]): number => Number(typeof inner === 'object');
  const [only, ...others] = entries.toSorted((a, b) => isLong(a) - isLong(b));
  if (!only) return undefined;
  // What a container holds is told without it.
  return others.length === 0 && CONTAINERS.has(String(only[0]))
    ? only[1]
    : Object.fromEntries([only, ...others]);
}

const LEAST_LENGTH = 3;

function isTelling(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  return text.length >= LEAST_LENGTH && words.has(text);
}
