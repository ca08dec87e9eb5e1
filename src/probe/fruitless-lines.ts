// Lines of which nothing that was seen ever came to anything: requests that were never granted, devices that were never found,
// and pages that were never turned.
import type { Dialect } from '../dialect/dialect.js';
import { isObject } from '../kernel/json.js';
import type { TraceRecord } from '../trace/record.js';
import { fruitlessRequests, requestShapeOf } from './command-relations.js';
import { groundsOf, type SightsOf, type UnprovenLine } from './finding-grounds.js';
import { neighboursOf, shapePlace, type Traces } from './neighbours.js';
import type { ExplainOptions } from './rivals.js';
import type { ProbeReading, SightedExchange } from './sights.js';

/** Where no path with the identifier of a device ever led to one, how it is written is a guess. */
export function neverFoundLines(
  traces: Traces,
  reading: ProbeReading,
  statedOf: SightsOf,
  options: ExplainOptions,
): UnprovenLine[] {
  const { dialect } = reading;
  if (options.dialectStands || isProven('device', reading, options)) return [];
  const line = shapePlace(dialect, 'device') ?? shapePlace(dialect, 'deviceList');
  const asked = traces.flatMap((trace) => statedOf(trace).exchanges.filter(isByPath));
  const isFound = asked.some(({ ok, status }) => ok || status === HELD_BACK);
  if (line === undefined || isFound || !asked.some(isNotFound)) return [];
  const words = `${line} shows $deviceId, and no device was ever found under it`;
  return [onAny((each) => isByPath(each) && isNotFound(each), words, statedOf)];
}

/** Where no second page ever had other devices than the first one, how pages are asked for is a guess. */
export function neverPagedLines(
  traces: Traces,
  reading: ProbeReading,
  statedOf: SightsOf,
  { dialectStands = false }: ExplainOptions,
): UnprovenLine[] {
  const { dialect } = reading;
  const { paging } = dialect;
  if (dialectStands || traces.some((trace) => hasTurned(trace, paging))) return [];
  const line = shapePlace(dialect, 'paging') ?? dialect.source.file;
  const words = `${line} says how pages are asked for, and no second page ever had other devices than the first one`;
  return [onAny(({ what, query }) => what === 'devices.list' && query, words, statedOf)];
}

/** Whether a page that was asked for by its place had other devices than the first one. */
function hasTurned(trace: readonly TraceRecord[], { cursor, counts, from }: Dialect['paging']): boolean {
  const pages = new Map<string, { readonly isFirst: boolean; readonly devices: readonly string[] }[]>();
  const asked = new Map<number, URLSearchParams>();
  for (const record of trace) {
    if (record.kind === 'request' && record.what === 'devices.list' && record.path?.includes('?'))
      asked.set(record.exchange, new URLSearchParams(record.path.split('?')[1]));
    const query = record.kind === 'reply' ? asked.get(record.exchange) : undefined;
    const data = record.kind === 'reply' && isObject(record.body) ? record.body['data'] : undefined;
    if (!query || !isObject(data) || !Array.isArray(data['devices'])) continue;
    const at = query.get(cursor);
    const isFirst = at === null || (counts !== 'nothing' && at === String(from));
    query.delete(cursor);
    const size = query.toString();
    const devices = data['devices'].map((each) => JSON.stringify(each));
    pages.set(size, [...(pages.get(size) ?? []), { isFirst, devices }]);
  }
  return [...pages.values()].some((same) => {
    const first = same.find(({ isFirst }) => isFirst)?.devices ?? [];
    const next = same.find(({ isFirst }) => !isFirst)?.devices ?? [];
    return first.length > 0 && next.length > 0 && !next.some((each) => first.includes(each));
  });
}

/** What rests on any exchange of a kind. */
function onAny(isOfKind: (one: SightedExchange) => boolean, words: string, statedOf: SightsOf): UnprovenLine {
  return {
    words,
    rests: (finding, trace) => {
      const isGround = groundsOf(finding, statedOf(trace));
      return statedOf(trace).exchanges.some((each) => isOfKind(each) && isGround(each));
    },
  };
}

/** The device is there, and its state is in the way. */
const HELD_BACK = 409;

function isNotFound({ status }: SightedExchange): boolean {
  return status === 404;
}

function isByPath({ channel, deviceId, what }: SightedExchange): boolean {
  return channel === 'rest' && deviceId !== undefined && what !== 'devices.add';
}

/** Shapes of requests of which none was ever granted: what they say is a guess. */
export function neverGrantedLines(
  traces: Traces,
  reading: ProbeReading,
  statedOf: SightsOf,
  options: ExplainOptions,
): UnprovenLine[] {
  if (options.dialectStands) return [];
  return [...fruitlessRequests(traces.map(statedOf))].flatMap((shape): UnprovenLine[] => {
    const line = shapePlace(reading.dialect, shape);
    if (line === undefined || isProven(shape, reading, options)) return [];
    const isOfShape = (each: SightedExchange): boolean =>
      requestShapeOf(each) === shape || (shape === 'deviceAddition' && isMissing(each, reading));
    const words = `${line} shows ${shape}, and no request of that form was ever granted and carried out`;
    return [onAny(isOfShape, words, statedOf)];
  });
}

/** The device that the run was to add is not there. */
function isMissing(exchange: SightedExchange, { profile: { management } }: ProbeReading): boolean {
  return isNotFound(exchange) && exchange.deviceId === management?.deviceId;
}

/** Some reading of the shape was refuted before, so that requests of its form were granted then. */
function isProven(shape: string, reading: ProbeReading, { isRefuted }: ExplainOptions): boolean {
  if (!isRefuted) return false;
  return neighboursOf(reading).some((rival) => rival.key.split('/')[0] === shape && isRefuted(rival));
}
