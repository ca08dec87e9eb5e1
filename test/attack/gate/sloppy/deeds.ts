// What a sloppy server does with a document, once it has an idea of the operation and the device.
import { type Loose, within } from './lenient-json.js';
import { plainWord } from './texts.js';
import { devicesMeant, range, relaysMeant, type World } from './world.js';

export type Job = 'switch' | 'bytes' | 'baud' | 'jog';

const INDEX = new Set([
  'index',
  'idx',
  'nr',
  'no',
  'num',
  'number',
  'relay',
  'relayindex',
  'channel',
  'ch',
  'output',
  'pos',
  'position',
]);
const ACTION = new Set([
  'action',
  'state',
  'on',
  'value',
  'set',
  'do',
  'to',
  'command',
  'cmd',
  'mode',
  'status',
]);
const DEVICE = new Set(['deviceid', 'device', 'target', 'dev', 'devices', 'deviceids', 'id']);
const MASK = new Set(['mask', 'bitmask', 'bits', 'relaymask', 'relays']);
const DATA = new Set(['data', 'bytes', 'hex', 'payload', 'frame', 'tx', 'message']);
const WORDS = new Set([
  ...['on', 'off', 'jog', 'toggle', 'pulse', 'open', 'close', 'true', 'false', 'yes', 'no', '1', '0'],
  ...['enable', 'disable', 'high', 'low', 'activate', 'deactivate', 'up', 'down', 'start', 'stop'],
]);

/** Does the job on the device, in every way in which the document could mean it. @param index from the path. */
export function doJob(
  world: World,
  job: Job,
  deviceId: string,
  values: readonly Loose[],
  index?: string,
): void {
  const count = world.devices[deviceId] ?? 0;
  switch (job) {
    case 'switch':
      for (const relay of relaysSwitched(values, count, index))
        world.deeds.push({ kind: 'switch', deviceId, relay });
      return;
    case 'jog': {
      const named = index === undefined ? indicesIn(values, count) : relaysMeant(index, count);
      for (const relay of named) world.deeds.push({ kind: 'jog', deviceId, relay });
      return;
    }
    case 'baud':
      if ([...within(values)].some((each) => each.kind === 'scalar' && /\d/.test(each.text)))
        world.deeds.push({ kind: 'baud', deviceId });
      return;
    default:
      for (const data of bytesIn(values)) world.deeds.push({ kind: 'bytes', deviceId, data });
  }
}

function indicesIn(values: readonly Loose[], count: number): readonly number[] {
  return [...within(values)].flatMap((value) =>
    value.kind === 'object'
      ? value.pairs.flatMap(([key, each]) =>
          INDEX.has(plainWord(key)) && each.kind === 'scalar' ? relaysMeant(each.text, count) : [],
        )
      : [],
  );
}

const isAction = (value: Loose): boolean =>
  value.kind === 'scalar'
    ? WORDS.has(plainWord(value.text))
    : value.kind === 'object' && value.pairs.some(hasAction);

function hasAction([key, value]: readonly [string, Loose]): boolean {
  return (ACTION.has(plainWord(key)) && isAction(value)) || (value.kind === 'object' && isAction(value));
}

function relaysSwitched(values: readonly Loose[], count: number, index: string | undefined): Set<number> {
  const relays = new Set<number>();
  const add = (found: Iterable<number>): void => {
    for (const relay of found) if (relay >= 1 && relay <= count) relays.add(relay);
  };
  const acts = [...within(values)].some((value) => value.kind === 'object' && value.pairs.some(hasAction));
  for (const value of within(values)) {
    if (value.kind === 'object') add(fromObject(value.pairs, count, acts));
    if (value.kind === 'list') add(fromList(value.items));
  }
  const any = acts || [...within(values)].some(isAction);
  if (any && index !== undefined) add(relaysMeant(index, count));
  if (any && index === undefined && relays.size === 0 && indicesIn(values, count).length === 0)
    add(range(count));
  return relays;
}

type Pairs = Extract<Loose, { kind: 'object' }>['pairs'];

function fromObject(pairs: Pairs, count: number, acts: boolean): readonly number[] {
  const own = pairs.flatMap(([key, value]) =>
    INDEX.has(plainWord(key)) && value.kind === 'scalar' ? relaysMeant(value.text, count) : [],
  );
  const keyed = pairs.flatMap(([key, value]) =>
    /^\s*\p{Nd}+\s*$/u.test(key.normalize('NFKC')) && isAction(value) ? relaysMeant(key, count) : [],
  );
  const masked = pairs.flatMap(([key, value]) =>
    MASK.has(plainWord(key)) && value.kind === 'scalar' ? fromMask(value.text, count, acts) : [],
  );
  const listed = pairs.flatMap(([key, value]) =>
    acts && value.kind === 'list' && /relays|channels|outputs|indices/.test(plainWord(key))
      ? value.items.flatMap((each) =>
          each.kind === 'scalar' && !isWord(each.text) ? relaysMeant(each.text, count) : [],
        )
      : [],
  );
  return [...(pairs.some(hasAction) || acts ? own : []), ...keyed, ...masked, ...listed];
}

const isWord = (text: string): boolean => /^[a-z]/i.test(text) && WORDS.has(plainWord(text));

function fromMask(text: string, count: number, acts: boolean): readonly number[] {
  if (/^[a-z*]/i.test(text)) return acts ? relaysMeant(text, count) : [];
  const mask = Number(text.normalize('NFKC'));
  if (!Number.isInteger(mask)) return [];
  return range(count).filter((relay) => Math.floor(mask / 2 ** (relay - 1)) % 2 === 1);
}

/** Elements that act and have no index are meant by their place, counted from 0 and from 1. */
function fromList(items: readonly Loose[]): readonly number[] {
  if (items.every((item) => item.kind === 'scalar' && /^\d+$/.test(item.text) && Number(item.text) > 1))
    return [];
  return items.flatMap((item, at) => {
    const bare = item.kind === 'scalar' && isAction(item);
    const unnamed =
      item.kind === 'object' &&
      item.pairs.some(hasAction) &&
      item.pairs.every(([key]) => ACTION.has(plainWord(key)));
    return bare || unnamed ? [at, at + 1] : [];
  });
}

function bytesIn(values: readonly Loose[]): readonly string[] {
  return [...within(values)].flatMap((value) =>
    value.kind === 'object'
      ? value.pairs.flatMap(([key, each]) => (DATA.has(plainWord(key)) ? bytesOf(each) : []))
      : [],
  );
}

function bytesOf(value: Loose): readonly string[] {
  if (value.kind === 'scalar') return value.text.trim() === '' ? [] : [hexOf(value.text)];
  if (value.kind === 'object') return [];
  const texts = value.items.flatMap((item) => (item.kind === 'scalar' ? [item.text] : []));
  const numbers = texts.length > 0 && texts.every((text) => /^\d{1,3}$/.test(text));
  const hex = numbers ? texts.map((text) => Number(text).toString(16).padStart(2, '0')) : texts.map(hexOf);
  return texts.length === 0 ? [] : [hex.join('')];
}

function hexOf(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/0x|[\s:,-]/g, '');
  return /^([0-9a-f]{2})+$/.test(bare) ? bare : Buffer.from(text, 'utf8').toString('hex');
}

/** Devices that are named anywhere in the document. */
export function devicesNamed(world: World, values: readonly Loose[]): readonly string[] {
  return [
    ...new Set(
      [...within(values)].flatMap((value) =>
        value.kind === 'object'
          ? value.pairs.flatMap(([key, each]) => (DEVICE.has(plainWord(key)) ? textsIn(each) : []))
          : [],
      ),
    ),
  ].flatMap((text) => devicesMeant(world, text));
}

export function textsIn(value: Loose): readonly string[] {
  return [...within([value])].flatMap((each) => (each.kind === 'scalar' ? [each.text] : []));
}
