// Drafts how requests of operations are written, from requests that were granted: bodies, frames, and what commands say of
// their parameters.
import { SUCCESS } from '../../contract/error-codes.js';
import { isOperationName, operationFacts, type OperationName } from '../../contract/operations.js';
import type { ShapeName } from '../../contract/schemas/shapes.js';
import { isObject } from '../../kernel/json.js';
import { bodyShapeOf } from '../sights.js';
import { type DialectDraft, grantedData, textAround } from './draft.js';
import { isRateText, NAME, placeholderOf, baudRateOf, timeOf, type Written } from './draft-config.js';
import type { DraftedDevice } from './draft-devices.js';
import type { DraftExchange } from './evidence.js';
import { actionSample, type GrantedBody } from './draft-actions.js';
import { INDEX } from './groups.js';
import {
  byFit,
  type Column,
  columnsOf,
  fit,
  type JsonPlace,
  leavesOf,
  placeKey,
  valueAt,
  withAt,
} from './places.js';

export function draftRequests(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice | undefined,
): void {
  const bodies = bodiesIn(evidence);
  const of = (shape: ShapeName): readonly GrantedBody[] => bodies.get(shape) ?? [];
  draftRelays(draft, of('relayParams'));
  draftSingle(draft, of('singleRelayBody'));
  for (const shape of Object.keys(FIELDS) as ShapeName[]) draftFields(draft, shape, of(shape));
  draftExecute(draft, evidence, device);
}

/** What was asked for in each shape, and granted. */
function bodiesIn(evidence: readonly DraftExchange[]): ReadonlyMap<ShapeName, readonly GrantedBody[]> {
  const bodies = new Map<ShapeName, GrantedBody[]>();
  const add = (shape: ShapeName, value: unknown, source: string): void => {
    if (isObject(value) && Object.keys(value).length > 0)
      bodies.set(shape, [...(bodies.get(shape) ?? []), { value, source }]);
  };
  for (const { what, code, request, data, source } of evidence) {
    if (code !== SUCCESS) continue;
    const command = isObject(data) && isObject(data['command']) ? data['command'] : {};
    const { operation, params, result } = command;
    if (typeof operation === 'string' && isOperationName(operation)) {
      const facts = operationFacts(operation);
      add(facts.params, params, source);
      if (facts.result) add(facts.result, result, source);
    }
    if (what === 'device.operation.execute') {
      const asked = operationIn(request);
      if (asked) add(operationFacts(asked.name).params, asked.params, source);
    } else {
      const shape = bodyShapeOf(what);
      if (shape) add(shape, request, source);
    }
  }
  return bodies;
}

/** The operation of a frame, with the name under which its parameters stand. */
function operationIn(
  frame: unknown,
): { readonly name: OperationName; readonly under: string; readonly params: unknown } | undefined {
  const data = isObject(frame) ? frame['data'] : undefined;
  const operation = isObject(data) ? data['operation'] : undefined;
  const name = isObject(operation) ? operation['name'] : undefined;
  if (!isObject(operation) || typeof name !== 'string' || !isOperationName(name)) return undefined;
  const [other] = Object.entries(operation).filter(([key, value]) => key !== 'name' && isObject(value));
  return other && { name, under: other[0], params: other[1] };
}

function draftExecute(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice | undefined,
): void {
  for (const { exchange } of grantedData(evidence, 'device.operation.execute')) {
    const { request, source } = exchange;
    const asked = operationIn(request);
    const data = isObject(request) ? request['data'] : undefined;
    const own = leavesOf(data).find(
      ({ at, value }) => at[0] !== 'operation' && device?.written.has(String(value)),
    );
    if (!asked || !own) continue;
    const put = (at: JsonPlace, text: string): void =>
      draft.put('executeRequest', at, text, 'proven', `by ${source}`);
    put(own.at, device?.texts['deviceId'] ?? '$deviceId');
    put(['idempotencyKey'], '$idempotencyKey?');
    put(['operation', 'name'], '$operation.name');
    put(['operation', asked.under], '$operation.params');
    return;
  }
}

function draftRelays(draft: DialectDraft, bodies: readonly GrantedBody[]): void {
  const elements = bodies.flatMap(({ value, source }) =>
    Array.isArray(value['relays'])
      ? value['relays'].filter(isObject).map((each) => ({ value: each, source }))
      : [],
  );
  const [first] = elements;
  if (!first) return;
  const columns = columnsOf(elements.map(({ value }) => value));
  const index = columns
    .filter(({ values }) => values.every((each) => each !== undefined && /^\D*\d+$/.test(String(each))))
    .toSorted((a, b) => fit(b.at, INDEX) - fit(a.at, INDEX) || distinct(b) - distinct(a))[0];
  if (!index) return misunderstood(draft, 'relayParams', first);
  const shown = placeholderOf('$relay.index', indexOf(index).text);
  const sample = actionSample(draft, elements, {
    shape: 'relayParams',
    name: '$relay.action',
    index: index.at,
  });
  if (sample === undefined) return misunderstood(draft, 'relayParams', first);
  if (index.values.some((each) => /^\D*0$/.test(String(each)))) draft.countFrom(0);
  draft.say('relayParams', '$relay.index', 'likely', `named so in ${first.source}`);
  draft.shapes.set('relayParams', { relays: [withAt(sample, index.at, shown)] });
}

function distinct({ values }: Column): number {
  return new Set(values).size;
}

function draftSingle(draft: DialectDraft, bodies: readonly GrantedBody[]): void {
  const [first] = bodies;
  if (!first) return;
  const sample = actionSample(draft, bodies, { shape: 'singleRelayBody', name: '$action', index: ['…'] });
  if (sample === undefined) return misunderstood(draft, 'singleRelayBody', first);
  draft.shapes.set('singleRelayBody', sample);
}

function misunderstood(draft: DialectDraft, shape: ShapeName, { source }: GrantedBody): void {
  draft.notes.push(`${shape} is to be written by hand: the request in ${source} is not understood.`);
}

/** A field of a request, by what its values may be and what it may be called; the first field takes the best place. */
interface Field {
  readonly text: string;
  readonly patterns: readonly RegExp[];
  fits(column: Column): boolean;
  /** How the values are written. */
  readonly encoding?: (column: Column, source: string) => Written | undefined;
  /** It is there whatever it is called, where nothing else fits. */
  readonly needed?: true;
}

const isTextual: Field['fits'] = ({ values }) => values.every((each) => typeof each === 'string');
const isDuration: Field['fits'] = ({ values }) =>
  values.every((each) => /^(PT.*|\d+(\.\d+)? ?[a-z]*)$/i.test(String(each)));
const isIndex: Field['fits'] = ({ values }) => values.every((each) => /^\D*\d+$/.test(String(each)));

const DATA: Field = {
  text: '$data',
  patterns: [
    /\b(data|send|bytes|payload|octets|hex|base64|frame|raw|pdu|tx|rx|heard|message|response|answer)\b|serial/,
  ],
  fits: ({ values }) => values.every((each) => Array.isArray(each) || typeof each === 'string'),
  encoding: bytesOf,
  needed: true,
};
const DURATION: Field = {
  text: '$duration',
  patterns: [/\b(jog|pulse|duration|delay|timer|time)\b|jog|puls|duration/],
  fits: isDuration,
  encoding: timeOf,
  needed: true,
};

const FIELDS: Readonly<Partial<Record<ShapeName, readonly Field[]>>> = {
  transceiveParams: [
    DATA,
    {
      text: '$timeout?',
      patterns: [/\b(timeout|wait|patience|within|time)\b|timeout|wait/],
      fits: isDuration,
      encoding: timeOf,
      needed: true,
    },
  ],
  transceiveResult: [DATA],
  baudRateParams: [
    {
      text: '$baudRate',
      patterns: [/baud|speed|rate/],
      fits: ({ values }) => values.every(isRateText),
      encoding: baudRateOf,
      needed: true,
    },
  ],
  jogParams: [DURATION, { text: '$index', patterns: INDEX, fits: isIndex, encoding: indexOf, needed: true }],
  jogBody: [DURATION],
  deviceAddition: [
    { text: '$password', patterns: [/pass|\b(pwd|secret|word|pin|code)\b/], fits: isTextual },
    { text: '$profileId', patterns: [/\b(profile|model|type|kind)\b/], fits: isTextual },
    { text: '$name?', patterns: [/\b(name|label|title|alias)\b/], fits: isTextual },
    { text: '$deviceId', patterns: [/\b(id|serial|uid|uuid|mac|sn|key)\b/], fits: isTextual, needed: true },
  ],
  passwordChange: [
    { text: '$newPassword', patterns: [/new|next|after/], fits: isTextual },
    { text: '$currentPassword', patterns: [/old|current|present|previous|before/], fits: isTextual },
  ],
};

function draftFields(draft: DialectDraft, shape: ShapeName, bodies: readonly GrantedBody[]): void {
  const [first] = bodies;
  if (!first) return;
  let left = columnsOf(bodies.map(({ value }) => value)).concat(listsIn(first.value, bodies));
  const fields = FIELDS[shape] ?? [];
  const [tried, placed] = [new Set<Field>(), new Set<Field>()];
  // What is named comes first; then what only one place is left for.
  for (const field of [...fields, ...fields.filter(({ needed }) => needed)]) {
    const { patterns, fits, encoding } = field;
    const isAgain = tried.has(field);
    const fitting = left
      .map((column) => ({ ...column, values: column.values.filter((each) => each !== undefined) }))
      .filter((column) => column.values.length > 0 && fits(column));
    const [best] = byFit(fitting, patterns);
    const isOnly = isAgain && fitting.length === 1;
    tried.add(field);
    if (!best || placed.has(field) || (fit(best.at, patterns) === 0 && !isOnly)) continue;
    placed.add(field);
    const plain: Written = { text: '', standing: 'likely', why: `named so in ${first.source}` };
    const { text, standing, why } = encoding?.(best, first.source) ?? plain;
    draft.put(shape, best.at, placeholderOf(field.text, text), standing, why);
    left = left.filter(({ at }) => placeKey(at) !== placeKey(best.at));
  }
}

/** Lists of numbers, which may be bytes. */
function listsIn(sample: unknown, bodies: readonly GrantedBody[], at: JsonPlace = []): Column[] {
  if (Array.isArray(sample))
    return sample.every((each) => Number.isInteger(each))
      ? [{ at, values: bodies.map(({ value }) => valueAt(value, at) as string) }]
      : [];
  if (!isObject(sample)) return [];
  return Object.entries(sample).flatMap(([key, each]) => listsIn(each, bodies, [...at, key]));
}

function indexOf({ values }: Column): Written {
  const [first] = values;
  const before = /^\D*/.exec(String(first))?.[0] ?? '';
  const text = before === '' ? (typeof first === 'string' ? ':string' : '') : textAround(before, NAME);
  return { text, standing: 'likely', why: 'it counts' };
}

/** Ways to write bytes, the likeliest first where several fit. */
const BYTES: readonly (readonly [encoding: string, form: RegExp])[] = [
  ['hexSpaced', /^[\da-f]{2}( [\da-f]{2})+$/i],
  ['hexColon', /^[\da-f]{2}(:[\da-f]{2})+$/i],
  ['hex', /^([\da-f]{2})+$/i],
  ['base64', /^([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/],
  ['base64url', /^[A-Za-z\d_-]+$/],
  ['text', /^/],
];

function bytesOf({ values }: Column, source: string): Written {
  if (values.every((each) => Array.isArray(each)))
    return { text: ':array', standing: 'proven', why: `by ${source}` };
  const texts = values.map(String);
  const fitting = BYTES.filter(([, form]) => texts.every((each) => form.test(each)));
  const [encoding = 'text'] = fitting[0] ?? [];
  const isUpper = encoding.startsWith('hex') && texts.some((each) => /[A-F]/.test(each));
  const others = fitting.slice(1).map(([each]) => each);
  return {
    text: `:${isUpper ? encoding.replace('hex', 'HEX') : encoding}`,
    standing:
      others.length < 2 && encoding !== 'text' ? 'likely' : encoding.startsWith('hex') ? 'likely' : 'open',
    why: others.length === 0 ? `by ${source}` : `it could be ${others.join(' or ')} as well; ${source}`,
  };
}
