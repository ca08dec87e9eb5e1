// The whole draft: shapes that evidence shows, and for the others those of the dialect that comes with conform, as open.
import { type ErrorCode, SUCCESS } from '../../contract/error-codes.js';
import { isRequestTopic } from '../../contract/topics.js';
import { SHAPE_NAMES, type ShapeName } from '../../contract/schemas/shapes.js';
import { isNoSuch } from '../../harness/target/call.js';
import { isObject } from '../../kernel/json.js';
import { isPassing } from '../command-relations.js';
import { DialectDraft, grantedCommands, grantedData, textAround } from './draft.js';
import { type DraftedDevice, draftDevice } from './draft-devices.js';
import { draftConfig, draftProfiles } from './draft-config.js';
import { draftRequests } from './draft-requests.js';
import { type Assigned, draftState } from './draft-state.js';
import type { DraftExchange } from './evidence.js';
import {
  byFit,
  columnsOf,
  fit,
  isGiven,
  leavesOf,
  placeKey,
  type JsonPlace,
  isPrefix,
  plainText,
  valueAt,
  withAt,
} from './places.js';

export type Drafted = ReturnType<typeof draftDialect>;

/** @param usual the dialect that comes with conform, as data. */
export function draftDialect(evidence: readonly DraftExchange[], usual: Readonly<Record<string, unknown>>) {
  const draft = new DialectDraft();
  const device = draftDevice(draft, evidence);
  if (device) {
    const assigned = draftState(draft, evidence, device);
    draftStateOverSocket(draft, evidence, assigned);
    draftConfig(draft, evidence, assigned);
    draftProfiles(draft, evidence, device, assigned);
  } else
    draftProfiles(
      draft,
      evidence,
      { fields: {}, texts: {}, records: [], silent: new Set(), written: new Map() },
      {},
    );
  draftTicket(draft, evidence);
  draftFrames(draft, evidence, device);
  draftCommand(draft, evidence, device);
  draftRequests(draft, evidence, device);
  draftCodes(draft, evidence);
  draftStatuses(draft, evidence, usual['commandStatus']);
  completePeripherals(draft, usual['peripherals']);
  const id = plainText(String(device?.fields['deviceId']?.at(-1) ?? 'deviceId'));
  for (const shape of SHAPE_NAMES) {
    if (isWhole(draft, shape) || (shape === 'deviceState' && !draft.shapes.has(shape))) continue;
    draft.shapes.set(shape, renamed(usual[shape], id, device?.texts['deviceId'] ?? '$deviceId'));
    for (let at = draft.lines.length - 1; at >= 0; at--)
      if (draft.lines[at]?.shape === shape) draft.lines.splice(at, 1);
    for (const name of placeholdersIn(usual[shape])) draft.say(shape, name, 'open', 'nothing of it was seen');
  }
  return { draft, device };
}

/** Groups of channels that were not found; those that are said not to be there are left out. */
function completePeripherals(draft: DialectDraft, usual: unknown): void {
  const shown = draft.shapes.get('peripherals');
  if (!isObject(shown) || !isObject(usual)) return;
  const words = { relays: 'relay', digitalInputs: 'input', analogInputs: 'analog', sensors: 'sensor' };
  for (const [list, word] of Object.entries(words)) {
    const isThere = JSON.stringify(shown).includes(`$${word}`) || JSON.stringify(shown).includes(`{${word}.`);
    if (isThere || draft.without.has(FEATURES[list] ?? '')) continue;
    draft.shapes.set('peripherals', { ...(draft.shapes.get('peripherals') as object), [list]: usual[list] });
    for (const name of placeholdersIn(usual[list]))
      draft.say('peripherals', name, 'open', 'nothing of it was found');
  }
}

const FEATURES: Readonly<Record<string, string>> = {
  digitalInputs: 'digital-inputs',
  analogInputs: 'analog-inputs',
  sensors: 'sensors',
};

/** What has to be shown, or the shape is none. */
const NEEDED: Readonly<Partial<Record<ShapeName, RegExp>>> = {
  deviceConfig: /\$\{?relay\.jogDuration.*\$\{?baudRate|\$\{?baudRate.*\$\{?relay\.jogDuration/,
  deviceDetail: /\$\{?device\.deviceId.*\$peripherals|\$peripherals.*\$\{?device\.deviceId/,
  deviceProfile: /\$\{?profileId/,
  command: /\$\{?commandId/,
  relayParams: /\$\{?relay.index/,
  transceiveParams: /\$\{?data/,
  transceiveResult: /\$\{?data/,
  baudRateParams: /\$\{?baudRate/,
  jogParams: /\$\{?duration.*\$\{?index|\$\{?index.*\$\{?duration/,
  jogBody: /\$\{?duration/,
  deviceAddition: /\$\{?deviceId.*\$password|\$password.*\$\{?deviceId/,
  passwordChange: /\$newPassword/,
};

function isWhole(draft: DialectDraft, shape: ShapeName): boolean {
  const sample = draft.shapes.get(shape);
  return sample !== undefined && (NEEDED[shape]?.test(JSON.stringify(sample)) ?? true);
}

/** With the name that devices have for their identifier, and in the form that it has there. */
function renamed(sample: unknown, id: string, form: string): unknown {
  if (sample === '$deviceId?') return optional(form);
  if (sample === '$deviceId') return form;
  if (!isObject(sample)) return sample;
  const isFree = !(id in sample);
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [
      key === 'deviceId' && isFree ? id : key,
      renamed(value, id, form),
    ]),
  );
}

/** The text of a placeholder, with the mark that it may be left out. */
function optional(text = '$deviceId'): string {
  return text.endsWith('}') ? text.replace(/\}$/, '?}') : `${text}?`;
}

export function placeholdersIn(sample: unknown): string[] {
  return [...new Set((JSON.stringify(sample) ?? '').match(/\$\{?[A-Za-z][\w.+]*/g) ?? [])].map((each) =>
    each.replace('{', ''),
  );
}

function draftTicket(draft: DialectDraft, evidence: readonly DraftExchange[]): void {
  for (const { data, exchange } of grantedData(evidence, 'ticket.create').toReversed()) {
    const used = exchange.named['ticket'];
    const columns = columnsOf([data]);
    const ticket =
      columns.find(({ values }) => used !== undefined && values[0] === used) ??
      byFit(
        columns.filter(({ values }) => typeof values[0] === 'string'),
        [/ticket/],
      )[0];
    if (!ticket) continue;
    const why = used === undefined ? `named so in ${exchange.source}` : 'it has opened a connection';
    draft.put('ticket', ticket.at, '$ticket', used === undefined ? 'likely' : 'proven', why);
    const numbers = columns.filter(({ values }) => typeof values[0] === 'number');
    const [life] = byFit(numbers, LIFE);
    const seconds = life && Number(life.values[0]);
    const isShort = seconds !== undefined && seconds >= 10 && seconds <= 300;
    const isSure = numbers.length === 1 && life !== undefined && fit(life.at, LIFE) > 0 && isShort;
    const said = isSure ? 'the only number, named so, and short' : 'a number';
    const standing = isSure ? 'proven' : 'likely';
    if (life) draft.put('ticket', life.at, '$expiresIn?', standing, `${said}, in ${exchange.source}`);
    return;
  }
}

const LIFE = [/\b(expires?|ttl|lifetime|valid|seconds)\b/];

function draftFrames(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice | undefined,
): void {
  const granted = evidence.find(({ what, code }) => isRequestTopic(what) && code === SUCCESS);
  if (isObject(granted?.request)) {
    const { requestId: _, data: __, ...frame } = granted.request;
    let sample: unknown = frame;
    for (const { at, value } of leavesOf(frame)) {
      const [before = '', after] = String(value).split(granted.what);
      if (after !== undefined) sample = withAt(sample, at, textAround(before, 'topic', after));
    }
    // Where it stands under a key or is written otherwise, the usual form is left.
    if (sample !== frame) {
      draft.shapes.set('wsRequest', { ...(sample as object), requestId: '$requestId', data: '$data?' });
      for (const name of ['$topic', '$requestId', '$data'])
        draft.say('wsRequest', name, 'proven', `by ${granted.source}`);
    }
  }
  const asked = evidence.find(({ what, code }) => what === 'device.state.get' && code === 'SUCCESS');
  const data = isObject(asked?.request) ? asked.request['data'] : undefined;
  const [name] = isObject(data) ? Object.keys(data) : [];
  if (name === undefined || !isObject(data)) return;
  draft.put(
    'stateRequest',
    [name],
    device?.texts['deviceId'] ?? '$deviceId',
    'proven',
    `by ${asked?.source ?? ''}`,
  );
}

/** Over WebSocket the groups of the state may stand elsewhere than over REST, or without the record of the device. */
function draftStateOverSocket(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  assigned: Assigned,
): void {
  const [first] = grantedData(evidence, 'device.state.get');
  const shown = leavesOf(draft.shapes.get('deviceDetail'));
  const placed = shown.find(({ value }) => value === '$peripherals')?.at;
  if (!first || !placed) return;
  const { data, exchange } = first;
  const root = placed.filter((name) => name !== '...');
  const holds = (at: JsonPlace): boolean =>
    Object.values(assigned).every((group) => isThere([...at, ...group.at.slice(root.length)]));
  const isThere = (at: JsonPlace): boolean => valueAt(data, at) !== undefined;
  const record = shown.find(({ value }) => /^\$\{?device\.deviceId/.test(String(value)))?.at;
  const at = objectsIn(data).find(holds);
  if (!at || !record || (holds(root) && isThere(record))) return;
  const why = `by ${exchange.source}`;
  const named = exchange.named['deviceId'];
  const id = leavesOf(data).find(({ value }) => named !== undefined && String(value) === named);
  if (id) draft.put('deviceState', id.at, '$deviceId?', 'proven', why);
  const isApart = at.length > 0 && !(id && isPrefix(at, id.at));
  draft.put('deviceState', isApart ? at : [...at, '...'], '$peripherals', 'proven', why);
}

/** Where objects stand in it, the outermost first. */
function objectsIn(value: unknown, at: JsonPlace = []): readonly JsonPlace[] {
  if (!isObject(value)) return [];
  return [at, ...Object.entries(value).flatMap(([name, inner]) => objectsIn(inner, [...at, name]))];
}

const FIXED = new Map(
  ['operation', 'params', 'status', 'result?'].map((each) => [each.replace('?', ''), `$${each}`]),
);
const TIMES = [
  ['createdAt', [/\b(created|start|started|issued|begin|queued|ts|time)\b/]],
  ['completedAt', [/\b(completed|finished|ended|end|done|stop)\b/]],
] as const;

export function draftCommand(
  draft: DialectDraft,
  evidence: readonly DraftExchange[],
  device: DraftedDevice | undefined,
): void {
  const seen = grantedCommands(evidence);
  const commands = seen.map(({ command }) => command);
  const [first] = seen;
  if (!first) return;
  const { source } = first.exchange;
  const columns = columnsOf(
    commands.map((each) => Object.fromEntries(Object.entries(each).filter(([key]) => !FIXED.has(key)))),
  );
  const asked = evidence.flatMap(({ what, named, code }) =>
    what === 'commands.read' && code === SUCCESS ? (named['commandId'] ?? []) : [],
  );
  const isId = (each: unknown): boolean => device?.written.has(String(each)) ?? false;
  const texts = columns.filter(({ values }) =>
    values.every((each) => typeof each === 'string' || Number.isInteger(each)),
  );
  const askedIn = (each: unknown): string | undefined => asked.find((id) => String(each).endsWith(id));
  const read = texts.find(({ values }) => values.some((each) => askedIn(each) !== undefined));
  const own = texts.filter(({ values }) => !values.some(isId));
  const id = read ?? byFit(own, COMMAND_ID)[0];
  if (!id) return;
  const number = id.values.every((each) => typeof each === 'number') ? ':number' : '';
  const why = read ? 'a path takes it' : `named so in ${source}`;
  const shown = String(id.values.find((each) => askedIn(each) !== undefined) ?? '');
  const before = shown.slice(0, -(askedIn(shown) ?? shown).length);
  const form = before === '' ? `$commandId${number}` : textAround(before, 'commandId');
  draft.put('command', id.at, form, read ? 'proven' : 'likely', why);
  for (const [name, text] of FIXED) draft.put('command', [name], text, 'proven', 'the interface says so');
  const of = texts.find(({ values }) => values.every(isId));
  const whose = `the identifier of a device, in ${source}`;
  if (of) draft.put('command', of.at, optional(device?.texts['deviceId']), 'proven', whose);
  for (const [field, patterns] of TIMES) {
    const moment = columns
      .filter(({ at }) => fit(at, patterns) > 0 && placeKey(at) !== placeKey(id.at))
      .flatMap((column) => momentOf(column.values, column.at))[0];
    if (moment)
      draft.put('command', moment.at, `$${field}:${moment.encoding}?`, 'likely', `named so in ${source}`);
  }
}

const STATUSES = [
  ['pending', /pend|run|queue|wait|progress|sent|accept|open|new|start|issued|filed|wire/],
  ['failed', /fail|error|bad|reject|abort|refus|fault|\bnok\b|\bko\b/],
  ['timeout', /^timeout$/],
  ['succeeded', /succe|done|ok|complete|finish|executed|ready|acked?/],
] as const;

/** Words of commands that were seen, and of each status that was not, the usual ones. */
export function draftStatuses(draft: DialectDraft, evidence: readonly DraftExchange[], usual: unknown): void {
  const seen = new Map<string, string>();
  for (const { command } of grantedCommands(evidence)) {
    const word = command['status'];
    if (typeof word !== 'string') continue;
    const known = STATUSES.find(([, words]) => words.test(word.toLowerCase()))?.[0];
    if (known) seen.set(word, known);
    else draft.notes.push(`The status ${word} of a command is to be put into commandStatus by hand.`);
  }
  const own = (status: string): string[] => [...seen].flatMap(([word, is]) => (is === status ? [word] : []));
  const lists = Object.entries(isObject(usual) ? usual : {}).map(([status, words]) => {
    const shown = own(status);
    return [status, shown.length > 0 ? shown : words];
  });
  draft.settings.set('commandStatus', Object.fromEntries(lists));
}

const COMMAND_ID = [/\b(command id|id)\b/, /\b(job|task|ref|ticket|command|uuid|key)\b/];

const TEXTS = [
  ['isoBasic', /^\d{8}T\d{6}/],
  ['isoSpace', /^\d{4}-\d\d-\d\d \d\d:\d\d[\d:.]*$/],
  ['isoLocal', /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*$/],
  ['iso', /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/],
] as const;

export function momentOf(values: readonly unknown[], at: JsonPlace): { at: JsonPlace; encoding: string }[] {
  const value = values.find(isGiven);
  const text = TEXTS.find(([, form]) => typeof value === 'string' && form.test(value))?.[0];
  if (text !== undefined) return [{ at, encoding: text }];
  const number = Number(value);
  const unit = number > 1e15 ? 'us' : number > 1e12 ? 'ms' : number > 1e9 ? 's' : undefined;
  return unit ? [{ at, encoding: `${unit}${typeof value === 'string' ? ':string' : ''}` }] : [];
}

function draftCodes(draft: DialectDraft, evidence: readonly DraftExchange[]): void {
  const codes: Record<string, { code: string; status: number }> = {};
  const add = (name: ErrorCode, { code, status }: DraftExchange): void => {
    if (code === undefined || status === undefined) return;
    if (code !== name || status !== 404) codes[name] = { code, status };
    draft.say('errorCodes', name, 'proven', `${status} ${code}`);
  };
  for (const exchange of evidence) {
    const { what, named, code, status = 0 } = exchange;
    if (status < 400 || status >= 500 || isPassing(code)) continue;
    if (what === 'devices.read' && isNoSuch(named['deviceId'] ?? '')) add('DEVICE_NOT_FOUND', exchange);
    if (what === 'commands.read' && isNoSuch(named['commandId'] ?? '')) add('COMMAND_NOT_FOUND', exchange);
  }
  if (Object.keys(codes).length > 0) draft.settings.set('errorCodes', codes);
}
