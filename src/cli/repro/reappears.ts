// What a run found where the second judge cannot tell, since the like is legal now and then: it shows where all of it
// comes again.
import { replyOfExchange, requestOfExchange } from '../../trace/trace.js';
import { isEqualJson } from '../../checker/piece.js';
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { isObject, valueAtPointer } from '../../kernel/json.js';
import type { EventRecord, TraceRecord } from '../../trace/record.js';

export type Reappearance = NonNullable<ReturnType<typeof reappearanceOf>>;

/** How an exchange was answered, in words that two attempts have in common. */
export function answerIn(records: readonly TraceRecord[], exchange: number): string {
  const end = records.find(
    (record) => (record.kind === 'reply' || record.kind === 'broken') && record.exchange === exchange,
  );
  if (end?.kind === 'reply') return `${end.status ?? ''} ${end.code ?? ''}`.trim();
  return end?.kind === 'broken' ? `no reply (${end.reason})` : 'no reply';
}

/** Undefined where the records do not have what was found, or not the acts that it rests on: without them, it may be right. */
export function reappearanceOf(
  { exchanges, frames = [], paths, silence, witness }: Finding,
  { trace }: Pick<CheckResult, 'trace'>,
  records: readonly TraceRecord[],
) {
  const hasActs = (list: readonly TraceRecord[]): boolean => list.some(({ kind }) => kind === 'stimulus');
  if (hasActs(trace) && !hasActs(records)) return undefined;
  const sent = new Set(records.flatMap((record) => (record.kind === 'request' ? record.exchange : [])));
  const blamed = exchanges.filter((exchange) => sent.has(exchange));
  const answers = blamed.map((exchange) => [exchange, answerIn(records, exchange)] as const);
  const places = (witness?.wrong ?? [])
    .filter(({ exchange }) => sent.has(exchange))
    .map(({ exchange, pointer }) => ({ exchange, pointer, value: valueIn(records, exchange, pointer) }));
  const events = eventsIn(records)
    .filter(({ seq }) => frames.includes(seq))
    .map((event) => ({
      connection: event.connection,
      tells: whatItTells(event),
      // Others of the like were right: what led to them may not be in the records.
      times: alike(
        trace.filter(({ seq }) => seq <= event.seq),
        event.connection,
        whatItTells(event),
      ),
      deviceId: event.deviceId,
      acted: actsIn(records, event.deviceId).filter(({ seq }) => seq < event.seq).length,
    }));
  const isOfAnswers = paths
    ? paths.some(({ path }) => /^(status|code)$/.test(path))
    : answers.length > 0 && answers.every(([, answer]) => !answer.endsWith('SUCCESS'));
  // All that a step has compared: what is read is the same again, where nothing else is.
  const isOfReadings =
    !paths &&
    !silence &&
    frames.length === 0 &&
    blamed.length > 0 &&
    blamed.every((each) => isReading(records, each));
  if (!isOfAnswers && !isOfReadings && places.length + events.length === 0 && !silence) return undefined;
  const from = (silence?.from ?? 0) - (records[0]?.at ?? 0);
  const acted = actsIn(records).filter(({ at }) => at < (silence?.to ?? 0)).length;
  return {
    /** How each exchange was answered. */
    answers: Object.fromEntries(answers),
    /** What stood at wrong places of replies, by JSON Pointers. */
    places,
    /** What came, where two readings or more do not fit together. */
    readings: isOfReadings
      ? Object.fromEntries(blamed.map((exchange) => [exchange, readingIn(records, exchange)]))
      : {},
    /**
     * Events that may not come: what they tell, how often the like came on the connection, and after how many operations and
     * acts on the device: after the next one the like may be right.
     */
    events,
    /** Where an event did not come: what the others told on these connections, until one more operation or act than so many. */
    ...(silence && {
      silence: { on: silence.on, from, acted, heard: heardIn(records, { on: silence.on, from, acted }) },
    }),
  };
}

export function reappears(
  { answers, places, readings, events, silence }: Reappearance,
  records: readonly TraceRecord[],
): boolean {
  const isSilent = !silence || heardIn(records, silence).every((tells) => silence.heard.includes(tells));
  return (
    isSilent &&
    Object.entries(answers).every(([exchange, answer]) => answerIn(records, Number(exchange)) === answer) &&
    Object.entries(readings).every(([exchange, data]) =>
      isEqualJson(readingIn(records, Number(exchange)), data),
    ) &&
    places.every(({ exchange, pointer, value }) => isEqualJson(valueIn(records, exchange, pointer), value)) &&
    events.every(
      ({ connection, tells, times, deviceId, acted }) =>
        alike(untilAct(records, acted, deviceId), connection, tells) >= times,
    )
  );
}

/** Operations and acts, of one device or of all. */
const actsIn = (records: readonly TraceRecord[], deviceId?: string): TraceRecord[] =>
  records.filter(
    (each) =>
      (each.kind === 'stimulus' || (each.kind === 'request' && each.operation !== undefined)) &&
      (deviceId === undefined || each.deviceId === deviceId),
  );

/** What came before one more of them than so many. */
function untilAct(records: readonly TraceRecord[], acted: number, deviceId?: string): TraceRecord[] {
  const { seq: next = Infinity } = actsIn(records, deviceId)[acted] ?? {};
  return records.filter(({ seq }) => seq < next);
}

const isReading = (records: readonly TraceRecord[], exchange: number): boolean =>
  /^(devices\.(list|read|config)|profiles\.list|device\.state\.get)$/.test(
    requestOfExchange(records, exchange)?.what ?? '',
  );

/** Without measured values, which are others each time. */
function readingIn(records: readonly TraceRecord[], exchange: number): unknown {
  const data = replyOfExchange(records, exchange)?.data;
  if (!isObject(data) || !isObject(data['peripherals'])) return data;
  const { analogInputs, sensors, ...peripherals } = data['peripherals'];
  const lengths = [analogInputs, sensors].map((list) => (Array.isArray(list) ? list.length : undefined));
  return { ...data, peripherals, lengths };
}

const eventsIn = (records: readonly TraceRecord[]): (EventRecord & TraceRecord)[] =>
  records.filter((record) => record.kind === 'event');

/** Without what another event of the like would have otherwise: times, measured values and identifiers of its own. */
function whatItTells({ topic, deviceId, data }: EventRecord): string {
  const { changes, peripherals, data: bytes } = isObject(data) ? data : {};
  return JSON.stringify([topic, deviceId, changes, isObject(peripherals) && peripherals['relays'], bytes]);
}

const alike = (records: readonly TraceRecord[], connection: string, tells: string): number =>
  eventsIn(records).filter((event) => event.connection === connection && whatItTells(event) === tells).length;

function heardIn(
  records: readonly TraceRecord[],
  { on, from, acted }: { readonly on: readonly string[]; readonly from: number; readonly acted: number },
): string[] {
  const begun = records[0]?.at ?? 0;
  // In a later attempt a connection has a number behind its name.
  const isListening = ({ connection }: EventRecord): boolean => on.includes(connection.replace(/#\d+$/, ''));
  const heard = eventsIn(untilAct(records, acted)).filter(
    (event) => isListening(event) && event.at - begun >= from,
  );
  return [...new Set(heard.map(whatItTells))];
}

const valueIn = (records: readonly TraceRecord[], exchange: number, pointer: string): unknown =>
  valueAtPointer(replyOfExchange(records, exchange)?.body, pointer);
