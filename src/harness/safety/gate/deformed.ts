// What a message that is not in the one form of the interface could do at worst. It is held to what the calls that its
// words name may do on the devices that it names, whichever relay is meant; what is not plain to read is not sent. Of
// 100,000 mutated writes nothing else does what the profile does not permit: `npm run proof -- attack gate`.
import { SHAPE_NAMES } from '../../../contract/schemas/shapes.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { jsonIn } from '../../../kernel/json.js';
import { isNoSuch } from '../../target/call.js';
import type { HttpRequest } from '../../target/transport.js';
import { type Effect, type MessageReading, READ } from './effect.js';
import { urlPart } from '../../../kernel/url-part.js';
import { keptIn } from '../../../kernel/kept-in.js';

export type Deformed =
  | (Pick<HttpRequest, 'method' | 'path' | 'headers'> & { readonly body?: string | undefined })
  | { readonly text: string };

/** @param ids of all devices that exist, as far as that is known. */
export function readDeformed(message: Deformed, ids: readonly string[], dialect: Dialect): MessageReading {
  const plain = new Map(ids.map((id) => [id, plainName(id)]));
  const { method = '', path = '', body = '' } = inPlainNames(message, plain);
  const odd = ('headers' in message ? oddHead({ ...message, path }) : undefined) ?? oddBody(body);
  if (odd !== undefined) return unclear(odd);
  const text = `${path.toLowerCase()}\n${readable(body).toLowerCase()}`;
  const names = devicesIn(text, [...plain.values()], dialect);
  // Two devices may have one plain name.
  const named = names.flatMap((name) => {
    const own = ids.filter((id) => plain.get(id) === name);
    return own.length > 0 ? own : [name];
  });
  const kinds = kindsIn({ method, path: path.toLowerCase(), body: body.toLowerCase() }, named);
  const words = keptIn(wordsOfDialects, dialect, () => readWords(dialect));
  const { says, strange } = sayings(text, names, words);
  // Whatever stands there may be bytes, also the name of a device.
  const mayBeBytes = says || !NO_VALUE.test(body);
  if (adds(method, path, body) && (says || named.length > 0 || strange !== undefined)) return unclear(ADDS);
  if (kinds.size > 0) return write(kinds, named, method === 'DELETE', { says, mayBeBytes, strange });
  if (SAFE.has(method) && body === '') return READ;
  const real = named.filter((name) => !isNoSuch(name));
  // A word that is not understood could be a device that only the target knows.
  if (strange !== undefined && (says || real.length > 0)) return unclear(notKnown(strange, real));
  return says && real.length > 0 ? unclear(`it has a value for device ${real.join(', ')}`) : READ;
}

/** Signs that an identifier may have, as a MAC address or a name of several words has, and that nothing else is read in. */
const SIGNS = /^[\w.-]*[:~@ ()][\w.:~@ ()-]*$/;

function plainName(id: string): string {
  return SIGNS.test(id) ? id.replace(/[:~@ ()]/g, '-') : id;
}

/** The message with the plain name where an identifier stands whole: as a text of JSON, or as a segment of the path. */
function inPlainNames(
  message: Deformed,
  plain: ReadonlyMap<string, string>,
): { readonly method?: string; readonly path?: string; readonly body?: string } {
  const { body = '', path = '', ...rest } = 'text' in message ? { body: message.text } : message;
  let text = body;
  for (const [id, name] of plain) if (id !== name) text = text.replaceAll(`"${id}"`, `"${name}"`);
  const segments = path.split('/').map((segment) => {
    for (const [id, name] of plain) if (segment === urlPart(id) || segment === id) return name;
    return segment;
  });
  return { ...rest, path: segments.join('/'), body: text };
}

/** Another spelling of its identifier would be another device. */
const ADDS = 'it could add a device, and is not in the form of the dialect';

function adds(method: string, path: string, body: string): boolean {
  return (!SAFE.has(method) && AT_LIST.test(path.toLowerCase())) || /\/devices\/?(?![a-z0-9/])/i.test(body);
}

function write(
  kinds: ReadonlySet<Kind>,
  named: readonly string[],
  deletes: boolean,
  { says, mayBeBytes, strange }: Sayings & { readonly mayBeBytes: boolean },
): MessageReading {
  const [manages, ...others] = [kinds.has('manage') && (named.length > 0 || deletes), ...kinds];
  if (strange !== undefined && others.some((kind) => kind !== 'manage'))
    return unclear(notKnown(strange, named));
  if (!says && !manages && strange === undefined && named.length === 0)
    return { kind: 'effects', effects: others.map((of) => ({ kind: 'malformed', of })) };
  if (named.length === 0)
    return unclear('it could change something, and does not tell clearly on which device');
  const effects = named.flatMap((deviceId) =>
    others.map((kind) => worst(deviceId, kind, deletes, kind === 'bytes' ? mayBeBytes : says)),
  );
  return { kind: 'effects', effects };
}

function worst(deviceId: string, kind: Kind, deletes: boolean, says: boolean): Effect {
  if (kind === 'manage') return { kind, deviceId, adds: !deletes };
  if (!says) return { kind: 'malformed', deviceId, of: kind };
  switch (kind) {
    case 'switch':
      return { kind, deviceId, relay: 'every', jog: true };
    case 'jogDuration':
      return { kind, deviceId, relay: 'every' };
    case 'bytes':
      return { kind, deviceId, data: undefined };
    case 'baudRate':
      return { kind, deviceId };
    default:
      return kind satisfies never;
  }
}

const unclear = (why: string): MessageReading => ({ kind: 'unclear', why, effects: [] });

function notKnown(word: string, devices: readonly string[]): string {
  const beside = devices.length > 0 ? `it names device ${devices.join(', ')}` : 'a value stands beside it';
  return `"${word}" in it is not understood, and ${beside}`;
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const METHODS: ReadonlySet<string> = new Set([...SAFE, 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Nobody routes by these. */
const INERT =
  /^(?:accept|accept-language|authorization|idempotency-key|user-agent|cache-control|x-path-\d+)$/;
const CONTENT_TYPE = /^[\w/.+-]+(?:; ?charset=utf-8)?$/i;
/** Segments of plain characters, and percent signs that encode nothing. */
const PATH = /^(?:\/(?:[\w~-]|\.(?!\.)|%(?=[g-tv-z]))+)+\/?$/i;

function oddHead({
  method,
  path,
  headers,
}: Exclude<Deformed, { readonly text: string }>): string | undefined {
  if (!METHODS.has(method)) return 'its method is none of the usual ones';
  if (!PATH.test(path)) return 'something stands in its path that servers read in different ways';
  for (const [name, value] of Object.entries(headers)) {
    const isType = name.toLowerCase() === 'content-type';
    if (!(isType ? CONTENT_TYPE.test(value) : INERT.test(name.toLowerCase()) && !/[\0-\x1f\x7f]/.test(value)))
      return `a server could read the message in another way for its header ${JSON.stringify(name)}`;
  }
  return undefined;
}

/** At most one key, and no value. */
const NO_VALUE = /^[\s{}[\],]*(?:"\w*"?\s*:?)?[\s{}[\],]*$/;
/** Characters of a message that is looked at. */
const LONGEST = 65_536;
/** A longer one could be a message in base64 or in hex. */
const LONGEST_WORD = 24;

function oddBody(body: string): string | undefined {
  if (body.length > LONGEST) return 'it is too long to be looked at';
  const sign = /[^\w\s{}[\]:,"'/.=()@?-]|\/\//.exec(readable(body))?.[0];
  if (sign !== undefined) return `${JSON.stringify(sign)} stands in it, which servers read in different ways`;
  const long = body.match(/[\w/]+/g)?.find((word) => word.length > LONGEST_WORD && !/^[/x]|x+$/.test(word));
  return long === undefined ? undefined : `"${long}" in it could be another message`;
}

/** With the escapes of JSON undone, and beside them what those see who do not know them. */
function readable(body: string): string {
  const value = body.includes('\\') ? jsonIn(body) : undefined;
  return value === undefined ? body : `${JSON.stringify(value)}\n${body.replace(/\\u[\da-f]{4}/gi, ' ')}`;
}

/** Devices that exist, in any spelling, and those that exist nowhere. */
function devicesIn(text: string, ids: readonly string[], dialect: Dialect): readonly string[] {
  let rest = text.replace(/[^a-z0-9]/g, '');
  const known = ids
    .toSorted((a, b) => b.length - a.length)
    .filter((id) => {
      const short = id.toLowerCase().replace(/[^a-z0-9]/g, '');
      if (short.length < 3)
        return text.split(/[^a-z0-9]+/).includes(short) || text.includes(id.toLowerCase());
      const isThere = rest.includes(short);
      // `dev-1` does not stand in `dev-10` where there is a device of that name.
      rest = rest.replaceAll(short, ' ');
      return isThere;
    });
  const inFields = [...text.matchAll(fieldsOf(dialect))].flatMap(
    ([, value = '']) => value.match(WORDS) ?? [],
  );
  const inPath = [...text.matchAll(/\/devices\/([\w.~-]+)/g)].map(([, value = '']) => value);
  const others = [...inFields, ...inPath].filter(
    (each) => !known.some((id) => each.includes(id.toLowerCase())),
  );
  return [...new Set([...known, ...(text.match(NO_SUCH) ?? []), ...others])];
}

const NO_SUCH = /conform-no-such-[a-z0-9-]{1,40}|\b999999999999999\b/g;
const WORDS = /[\w.~-]+/g;

/** What stands under a name for devices: a server may know one by a number, or several in a list. */
function fieldsOf({ namesOf }: Dialect): RegExp {
  const own = [...namesOf('executeRequest', 'deviceId'), ...namesOf('stateRequest', 'deviceId')];
  const names = [
    ...own.map((name) => name.toLowerCase().replace(/\W/g, '.')),
    'device_?ids?',
    'devices?',
    'targets?',
  ];
  return new RegExp(`["'{,\\s](?:${names.join('|')})["']?\\s*[:=]\\s*(\\[[^\\]]*|\\{[^}]*|[^,}\\]]*)`, 'g');
}

type Kind = Extract<Effect, { readonly kind: 'malformed' }>['of'];

/** Parts of words, with all signs between letters left out. */
const MARKS: readonly (readonly [Kind, RegExp])[] = [
  ['switch', /relay|output|coil|contactor|actuat|toggl|switch|puls|jog|channel|turno|powero/],
  ['bytes', /transceiv|modbus|uart|serial|transmit|rs485(?!baud)/],
  ['baudRate', /baud|bitrate/],
  ['jogDuration', /jogcon|jogdur|jogtime|jogset|setjog|puls|duration/],
  [
    'manage',
    /passw|credential|profileid|adddev|removedev|deletedev|createdev|decommission|unregist|provision/,
  ],
];
const SWITCHES = /\b(?:on|off|toggle|jog|pulse)\b/;
const MANAGES = /\b(?:delete|remove|add|create|register|enroll)\b/;
/** They say that something is to be done, and not what: switching, where nothing else says more. */
const DEEDS = /(?<!v1)commands|execut|operat|action/;
const AT_DEVICE = /devices\/[^/]+\/?$/;
const AT_LIST = /devices[^a-z0-9]*$/;

function kindsIn(
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string },
  named: readonly string[],
): ReadonlySet<Kind> {
  const text = `${path}\n${readable(body)}`;
  const squashed = text.replace(/[^a-z0-9]/g, '');
  const kinds = new Set(MARKS.flatMap(([kind, mark]) => (mark.test(squashed) ? [kind] : [])));
  if (SWITCHES.test(text)) kinds.add('switch');
  const writes = path !== '' && (!SAFE.has(method) || body !== '');
  const isPlace = AT_DEVICE.test(path) || AT_LIST.test(path);
  if (MANAGES.test(text) || method === 'DELETE' || (writes && isPlace) || /\/devices/.test(body))
    kinds.add('manage');
  if (kinds.size === 0 && DEEDS.test(squashed)) kinds.add('switch');
  // What is no endpoint counts as what it could be at worst.
  if (kinds.size === 0 && writes && named.length > 0) kinds.add('manage');
  return kinds;
}

/** Words of the interface, which say nothing by themselves. */
const STRUCTURE =
  `svc v1 devices device relays relay commands command rs485 transceive baud rate config password auth
  token ws ticket profiles profile state get operation operations execute name params session ping type request topic
  requestid data deviceid idempotencykey index action duration durationms timeout timeoutms baudrate
  all any every each none null`.split(/\s+/);
/** Words for what is to be done. */
const ACTIONS =
  `on off jog toggle pulse open close true false yes no enable disable high low up down start stop set
  reset`.split(/\s+/);

const wordsOfDialects = new WeakMap<Dialect, ReadonlySet<string>>();

function readWords(dialect: Dialect): ReadonlySet<string> {
  const names = SHAPE_NAMES.flatMap((shape) => dialect.namesOf(shape));
  // The words that stand in each frame, such as that for its type.
  const frame = JSON.stringify(dialect.shapes.wsRequest.encode({ topic: '', requestId: '', data: {} }));
  const parts = [...names, frame].flatMap((name) => name.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  return new Set([...STRUCTURE, ...parts]);
}

/** The names of a request, and those that the interface has with digits or actions in them. */
const NAMES =
  /["']?(?:requestid|idempotencykey)["']?\s*[:=]\s*["']?[\w-]*["']?|svc\/v1|rs485|jog-config|jogconfig|relay\.set|baudrate\.set/g;

interface Sayings {
  /** The text gives a value for something. */
  readonly says: boolean;
  /** The first word that is not understood. */
  readonly strange: string | undefined;
}

function sayings(text: string, named: readonly string[], known: ReadonlySet<string>): Sayings {
  let rest = text.replace(NAMES, ' ').replace(/(?<![a-z0-9])-(?=[a-z])|conform-(?!no-such)[\w-]*/g, ' ');
  for (const name of named.toSorted((a, b) => b.length - a.length))
    rest = rest.replaceAll(name.toLowerCase(), ' ');
  const words = rest.match(/[a-z0-9]+/g) ?? [];
  const says = words.some((word) => /\d/.test(word) || ACTIONS.includes(word));
  const strange = words.find((word) => !/^\d+$/.test(word) && !known.has(word) && !ACTIONS.includes(word));
  return { says, strange };
}
