// Drafts how requests of operations are written, from requests that were granted: bodies, frames, and what commands say of
// their parameters. What a relay is asked for may stand in several places, which tell it together.
import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { isOperationName, operationFacts, type OperationName } from '../../contract/operations.js';
import type { ShapeName } from '../../contract/schemas/shapes.js';
import { isObject } from '../../kernel/json.js';
import { type DialectDraft, type DraftStanding, grantedData } from './draft.js';
import { durationOf, isRate } from './draft-config.js';
import type { DraftedDevice } from './draft-devices.js';
import type { DraftExchange } from './evidence.js';
import { INDEX, polarityOf } from './groups.js';
import {
  type Column,
  columnsOf,
  fit,
  type JsonPlace,
  leavesOf,
  placeKey,
  spacedWords,
  valueAt,
  withAt,
} from './places.js';

interface Body {
  readonly value: Record<string, unknown>;
  readonly source: string;
}

export function draftRequests(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice | undefined,
): void {
  const bodies = bodiesIn(evidence);
  const of = (shape: ShapeName): readonly Body[] => bodies.get(shape) ?? [];
  draftRelays(draft, of('relayParams'));
  draftSingle(draft, of('singleRelayBody'));
  for (const shape of [
    'transceiveParams',
    'transceiveResult',
    'baudRateParams',
    'jogParams',
    'jogBody',
  ] as const)
    draftFields(draft, shape, of(shape));
  const profiles = new Set(
    (device?.records ?? []).map((each) => valueAt(each, device?.fields['profileId'] ?? ['…'])),
  );
  const isOfProfile: Field['fits'] = ({ values }) => values.every((each) => profiles.has(each));
  const addition = FIELDS.deviceAddition?.map((field) =>
    field.text === '$profileId' ? { ...field, fits: isOfProfile } : field,
  );
  draftFields(draft, 'deviceAddition', of('deviceAddition'), addition);
  draftFields(draft, 'passwordChange', of('passwordChange'));
  draftExecute(draft, evidence, device);
}

/** What was asked for in each shape, and granted. */
function bodiesIn(evidence: readonly DraftExchange[]): ReadonlyMap<ShapeName, readonly Body[]> {
  const bodies = new Map<ShapeName, Body[]>();
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
      if (facts.result) add(facts.result as ShapeName, result, source);
    }
    if (what === 'device.operation.execute') {
      const asked = operationIn(request);
      if (asked) add(operationFacts(asked.name).params, asked.params, source);
    } else if (Object.hasOwn(ENDPOINTS, what)) {
      const shape = shapeOfBody(what as EndpointName);
      if (shape) add(shape, request, source);
    }
  }
  return bodies;
}

function shapeOfBody(what: EndpointName): ShapeName | undefined {
  if (what === 'devices.add') return 'deviceAddition';
  if (what === 'devices.password') return 'passwordChange';
  const { body, operation } = ENDPOINTS[what] as {
    readonly body?: ShapeName;
    readonly operation?: OperationName;
  };
  return body ?? (operation && operationFacts(operation).params);
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
  const ids = new Set(
    (device?.records ?? []).map((each) => String(valueAt(each, device?.fields['deviceId'] ?? []))),
  );
  for (const { request, source } of grantedFrames(evidence)) {
    const asked = operationIn(request);
    const data = isObject(request) ? request['data'] : undefined;
    const own = leavesOf(data).find(({ at, value }) => at[0] !== 'operation' && ids.has(String(value)));
    if (!asked || !own) continue;
    const number = typeof own.value === 'number' ? ':number' : '';
    const put = (at: JsonPlace, text: string): void =>
      draft.put('executeRequest', at, text, 'proven', `by ${source}`);
    put(own.at, `$deviceId${number}`);
    put(['idempotencyKey'], '$idempotencyKey?');
    put(['operation', 'name'], '$operation.name');
    put(['operation', asked.under], '$operation.params');
    return;
  }
}

function grantedFrames(evidence: readonly DraftExchange[]): readonly DraftExchange[] {
  return grantedData(evidence, 'device.operation.execute').map(({ exchange }) => exchange);
}

const ACTIONS = ['on', 'off', 'jog'] as const;
type ActionWord = (typeof ACTIONS)[number];

const JOG = /\b(jog|pulse|puls|momentary|blink|impulse|timed?|timer|after|delay)\b|jog|puls/;
const TURNS = {
  on: /\bon\b|energi[sz]e|activate|close|start|raise/,
  off: /\boff\b|release|deactivate|open|stop|drop/,
};

/** What the leaves of one request ask of a relay; undefined where nobody can say. */
function actionOf(leaves: readonly Leaf[]): ActionWord | undefined {
  const isJog = leaves.some(
    ({ at, value }) =>
      JOG.test(spacedWords(String(value))) ||
      (JOG.test(spacedWords(String(at.at(-1)))) && value !== false && value !== 0),
  );
  if (isJog) return 'jog';
  const said = leaves.flatMap(({ value }) => {
    const text = spacedWords(String(value));
    const known =
      polarityOf(value) ?? (TURNS.off.test(text) ? false : TURNS.on.test(text) ? true : undefined);
    return known === undefined ? [] : known ? ('on' as const) : ('off' as const);
  });
  return new Set(said).size === 1 ? said[0] : undefined;
}

type Leaf = ReturnType<typeof leavesOf>[number];

function draftRelays(draft: DialectDraft, bodies: readonly Body[]): void {
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
  const before = /^\D*/.exec(String(index.values[0]))?.[0] ?? '';
  const text = typeof index.values[0] === 'string' ? ':string' : '';
  const shown = before === '' ? `$relay.index${text}` : `${before}\${relay.index}`;
  const sample = actionSample(draft, elements, {
    shape: 'relayParams',
    name: '$relay.action',
    index: index.at,
  });
  if (sample === undefined) return misunderstood(draft, 'relayParams', first);
  const isFromZero = index.values.some((each) => String(each).slice(before.length) === '0');
  if (isFromZero && !draft.settings.has('indexBase')) draft.settings.set('indexBase', 0);
  draft.say('relayParams', '$relay.index', 'likely', `named so in ${first.source}`);
  draft.shapes.set('relayParams', { relays: [withAt(sample, index.at, shown)] });
}

function distinct({ values }: Column): number {
  return new Set(values).size;
}

function draftSingle(draft: DialectDraft, bodies: readonly Body[]): void {
  const [first] = bodies;
  if (!first) return;
  const sample = actionSample(draft, bodies, { shape: 'singleRelayBody', name: '$action', index: ['…'] });
  if (sample === undefined) return misunderstood(draft, 'singleRelayBody', first);
  draft.shapes.set('singleRelayBody', sample);
}

function misunderstood(draft: DialectDraft, shape: ShapeName, { source }: Body): void {
  draft.notes.push(`${shape} is to be written by hand: the request in ${source} is not understood.`);
}

/** Each place of a request that tells the actions apart, with what stands there for each; others stand as they are. */
function actionSample(
  draft: DialectDraft,
  bodies: readonly Body[],
  { shape, name, index }: { readonly shape: ShapeName; readonly name: string; readonly index: JsonPlace },
): unknown {
  const seen = actionsIn(
    bodies.map(({ value }) => leavesOf(value).filter(({ at }) => placeKey(at) !== placeKey(index))),
  );
  const [some] = seen.values();
  if (!some) return undefined;
  const places = new Map([...seen.values()].flat().map(({ at }) => [placeKey(at), at]));
  const unseen = ACTIONS.filter((action) => !seen.has(action));
  let sample: unknown;
  for (const at of places.values()) {
    const words = ACTIONS.map((action) => {
      const leaves = seen.get(action);
      return leaves ? (leaves.find((each) => placeKey(each.at) === placeKey(at))?.value ?? ABSENT) : action;
    });
    const isSame =
      unseen.length < 2 && new Set(words.filter((_, at2) => seen.has(ACTIONS[at2] ?? 'on'))).size === 1;
    const first = words[0];
    sample = withAt(sample, at, isSame && seen.size > 1 ? first : `${name}${wordsText(words)}`);
  }
  const [standing, why]: [DraftStanding, string] =
    unseen.length === 0
      ? ['likely', `its words say so in ${bodies[0]?.source}`]
      : ['open', `${unseen.join(' and ')} was not seen: the word for it is a guess; ${bodies[0]?.source}`];
  draft.say(shape, name, standing, why);
  return sample;
}

/** What is asked of a relay, by what tells it; what says nothing is the action that nothing else says. */
function actionsIn(asked: readonly (readonly Leaf[])[]): ReadonlyMap<ActionWord, readonly Leaf[]> {
  const forms = new Map(asked.map((leaves) => [JSON.stringify(leaves), leaves]));
  const seen = new Map<ActionWord, readonly Leaf[]>();
  const unsaid: (readonly Leaf[])[] = [];
  for (const leaves of [...forms.values()].toSorted((a, b) => weightOf(a) - weightOf(b))) {
    const action = actionOf(leaves);
    if (action && !seen.has(action)) seen.set(action, leaves);
    else unsaid.push(leaves);
  }
  const left = ACTIONS.filter((action) => !seen.has(action));
  const [only, ...others] = unsaid;
  const [word, ...words] = left;
  if (only && word && others.length === 0 && words.length === 0) seen.set(word, only);
  return seen;
}

/** What asks for more comes later: on, and off again. */
function weightOf(leaves: readonly Leaf[]): number {
  return leaves.length * 2 + leaves.filter(({ value }) => Boolean(value)).length;
}

const ABSENT = Symbol('absent');

function wordsText(words: readonly unknown[]): string {
  const isPlain = words.every((each) => typeof each === 'string' && /^[\w .-]+$/.test(each));
  if (isPlain) return `(${words.join('|')})`;
  return `(${words.map((each) => (each === ABSENT ? 'absent' : JSON.stringify(each))).join('|')}):json`;
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

interface Written {
  readonly text: string;
  readonly standing: DraftStanding;
  readonly why: string;
}

const isTextual: Field['fits'] = ({ values }) => values.every((each) => typeof each === 'string');
const isDuration: Field['fits'] = ({ values }) =>
  values.every((each) => /^PT/.test(String(each)) || NUMBER.test(String(each)));
const isIndex: Field['fits'] = ({ values }) => values.every((each) => /^\D*\d+$/.test(String(each)));

const DATA: Field = {
  text: '$data',
  patterns: [
    /\b(data|bytes|payload|octets|hex|base64|frame|raw|pdu|tx|rx|heard|message|response|answer)\b|serial/,
  ],
  fits: ({ values }) => values.every((each) => Array.isArray(each) || typeof each === 'string'),
  encoding: bytesOf,
  needed: true,
};
/** A number that stands alone, or in a text that is the same each time. */
const NUMBER = /^(\D*?)(\d+(?:\.\d+)?)(\D*)$/;

function inText(column: Column, write: (numbers: Column) => Written): Written {
  const [, before = '', , after = ''] = NUMBER.exec(String(column.values[0])) ?? [];
  const isAlike = column.values.every((each) => {
    const match = NUMBER.exec(String(each));
    return match?.[1] === before && match[3] === after;
  });
  if (`${before}${after}` === '' || !isAlike) return write(column);
  const values = column.values.map((each) => Number(NUMBER.exec(String(each))?.[2]));
  const { text, ...rest } = write({ at: [...column.at, `${before} ${after}`], values });
  return { text: `${before}\${${NAME}${text}}${after}`, ...rest };
}

/** Stands for the name of the field. */
const NAME = '@';

function timeOf(column: Column, source: string): Written {
  return inText(column, (numbers) => durationOf(numbers, numbers.at, source));
}

function rateOf(column: Column, source: string): Written {
  return inText(column, ({ values }) => ({
    text: values.some((each) => typeof each === 'string') ? ':string' : '',
    standing: 'likely',
    why: `named so in ${source}`,
  }));
}

function isRateText(value: unknown): boolean {
  return isRate(NUMBER.exec(String(value))?.[2]);
}

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
      encoding: rateOf,
      needed: true,
    },
  ],
  jogParams: [{ text: '$index', patterns: INDEX, fits: isIndex, encoding: indexOf, needed: true }, DURATION],
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

function draftFields(
  draft: DialectDraft,
  shape: ShapeName,
  bodies: readonly Body[],
  fields: readonly Field[] = FIELDS[shape] ?? [],
): void {
  const [first] = bodies;
  if (!first) return;
  let left = columnsOf(bodies.map(({ value }) => value)).concat(listsIn(first.value, bodies));
  for (const { text, patterns, fits, encoding, needed } of fields) {
    const given = left.map((column) => ({
      ...column,
      values: column.values.filter((each) => each !== undefined),
    }));
    const fitting = given.filter((column) => column.values.length > 0 && fits(column));
    const [best] = fitting.toSorted((a, b) => fit(b.at, patterns) - fit(a.at, patterns));
    if (!best || (fit(best.at, patterns) === 0 && !(needed && fitting.length === 1))) continue;
    const written = encoding?.(best, first.source);
    const plain: Written = { text: '', standing: 'likely', why: `named so in ${first.source}` };
    const { text: how, standing, why } = written ?? plain;
    const mark = text.endsWith('?') ? '?' : '';
    const name = text.replace('?', '');
    const whole = how.includes(NAME)
      ? how.replace(/@([^}]*)/, `${name.slice(1)}$1${mark}`)
      : `${name}${how}${mark}`;
    draft.put(shape, best.at, whole, standing, why);
    left = left.filter(({ at }) => placeKey(at) !== placeKey(best.at));
  }
}

/** Lists of numbers, which may be bytes. */
function listsIn(sample: unknown, bodies: readonly Body[], at: JsonPlace = []): Column[] {
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
  const text = before === '' ? (typeof first === 'string' ? ':string' : '') : `${before}\${${NAME}}`;
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
