// The places of a reply that are not as they should be, as they stand on the wire of the target.
import { isObject } from '../../kernel/json.js';
import type { ReplyRecord, TraceRecord } from '../../trace/record.js';
import type { Finding, WrongPlace } from '../verdict/verdict.js';

/** Of the reply that the finding blames. @param records of the witness. */
export function wrongPlaces(finding: Finding, records: readonly TraceRecord[]): readonly WrongPlace[] {
  const blamed = finding.exchanges.at(-1);
  const reply = records.find((record) => record.kind === 'reply' && record.exchange === blamed);
  if (reply?.kind !== 'reply') return [];
  const unfit = (reply.breaches ?? []).flatMap(({ expected, actual, rule }) =>
    rule === finding.rule ? placeIn(expected, actual, reply) : [],
  );
  return [...unfit, ...(finding.paths ?? []).flatMap((path) => deviating(path, reply))];
}

/** A misfit begins with its place: `/data/tokenType: "Bearer" (access token, the interface)`. */
function placeIn(expected: string, actual: string, { exchange }: ReplyRecord): readonly WrongPlace[] {
  const [, pointer, wanted] = /^(\/\S*): (.*)$/.exec(expected) ?? [];
  return pointer === undefined || wanted === undefined
    ? []
    : [{ exchange, pointer, expected: wanted, actual }];
}

/** What a step found at a place of the reply in canonical terms. */
function deviating(
  { path, expected, actual }: NonNullable<Finding['paths']>[number],
  { exchange, body, data }: ReplyRecord,
): readonly WrongPlace[] {
  const parts = path.split('.');
  const pointer = parts[0] === 'headers' || parts[0] === 'status' ? undefined : onTheWire(parts, body, data);
  return pointer === undefined ? [] : [{ exchange, pointer, expected, actual }];
}

/** Under its name where the target has that, else where its value stands, else where the name is missing. */
function onTheWire(parts: readonly string[], body: unknown, data: unknown): string | undefined {
  const named = [parts, ['data', ...parts]];
  const there = named.find((at) => valueAt(body, at) !== undefined);
  if (there) return pointerTo(there);
  // Scenarios speak of `config.baudRate`, where the data is the configuration itself.
  const wanted = valueAt(data, parts) ?? valueAt(data, parts.slice(1));
  if (wanted === undefined) {
    const lacking = named.find((at) => at.length > 1 && isObject(valueAt(body, at.slice(0, -1))));
    return lacking && pointerTo(lacking);
  }
  const [only, ...others] = [...leaves(body)].filter(([, value]) => value === wanted);
  return only && others.length === 0 ? pointerTo(only[0]) : undefined;
}

function valueAt(value: unknown, parts: readonly string[]): unknown {
  let current = value;
  for (const part of parts) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<string, unknown>)[part];
  }
  return current;
}

function* leaves(
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly [path: readonly string[], value: unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value];
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, key]);
}

function pointerTo(parts: readonly string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
