// Exchanges as text to copy: a command line for curl, or steps of a scenario as a starting point.
import { curlParts, isImpliedHeader } from '../../../output/shell-words.js';
import type { About, ExchangeOnWire } from '../../../simulator/control/replies.js';
import type { ExchangeEntry } from '../store/traffic-log.js';

/**
 * An exchange over REST as a command line for curl.
 * @param wire undefined where its bytes are not kept: then the body is missing.
 * @param prefix what paths on the wire begin with.
 */
export function curlOf(
  entry: ExchangeEntry,
  wire: ExchangeOnWire | undefined,
  { service = '', prefix = '/svc/v1' }: Partial<Pick<About, 'service' | 'prefix'>>,
): string {
  const { request } = entry;
  const headers = wire?.headers ?? {
    authorization: '',
    ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
  };
  const method = wire?.method ?? request.method ?? 'GET';
  const path = (wire?.path ?? request.path ?? '/').replace(/^\/svc\/v1(?=\/)/, prefix);
  return curlParts({ method, path, headers, body: wire?.sent }, service).join(' \\\n  ');
}

// Exchanges in the scenario language of `conform run`: what was sent, and what came of it.

type Params = Readonly<Record<string, unknown>>;
type Wires = (entry: ExchangeEntry) => ExchangeOnWire | undefined;

/** One step, as a list of one. @param wire undefined where its bytes are not kept. */
export function stepOf(entry: ExchangeEntry, wire: ExchangeOnWire | undefined): string {
  return stepLines(entry, createNames([entry]), () => wire).join('\n') + '\n';
}

/** A whole file: what it needs of a profile, and a step for each exchange. */
export function scenarioOf(entries: readonly ExchangeEntry[], wires: Wires): string {
  const names = createNames(entries);
  const steps = entries.flatMap((entry) => stepLines(entry, names, wires));
  const clients = new Set(entries.flatMap(({ request }) => names.client(request) ?? []));
  const lines = [
    'title: Copied from the traffic of a simulator',
    'rules: [envelope.json]',
    'needs:',
    ...names.needs(),
    ...(clients.size === 0
      ? []
      : [`  clients: { ${[...clients].map((each) => `${flow(each)}: [${SCOPES}]`).join(', ')} }`]),
    'steps:',
    ...steps.map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

const SCOPES = "'device:control', 'device:config'";

/** Devices get names in the order in which they occur, as a scenario speaks of roles. */
type Names = ReturnType<typeof createNames>;

function createNames(entries: readonly ExchangeEntry[]) {
  const devices = new Map<string, Set<number>>();
  const name = (deviceId: string): string => {
    if (!devices.has(deviceId)) devices.set(deviceId, new Set());
    const at = [...devices.keys()].indexOf(deviceId);
    return at === 0 ? 'plant' : `plant${at + 1}`;
  };
  const strangers = [...new Set(entries.flatMap(({ request }) => request.client ?? []))];
  const keys = entries.flatMap(({ request }) => request.idempotencyKey ?? []);
  const repeated = [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))];
  return {
    device: name,
    relay: (deviceId: string, index: number) => {
      name(deviceId);
      devices.get(deviceId)?.add(index);
      return `relay${index}`;
    },

    /** The client that sent it; an identifier that is no name has one that is. */
    client: ({ client }: { readonly client?: string | undefined }) =>
      client === undefined || isPlain(client) ? client : `client-${strangers.indexOf(client) + 1}`,

    /** Undefined for a key that occurs once: each step has one of its own. */
    key: (idempotencyKey: string) => {
      const at = repeated.indexOf(idempotencyKey);
      return at < 0 ? undefined : `key${at + 1}`;
    },
    needs: () => {
      const all = [...devices].map(([deviceId, relays]) => {
        const list = [...relays].toSorted((a, b) => a - b).map((index) => `relay${index}`);
        return `${name(deviceId)}: {${list.length === 0 ? '' : ` relays: [${list.join(', ')}] `}}`;
      });
      return all.length === 0 ? [] : [`  devices: { ${all.join(', ')} }`];
    },
  };
}

/** A comment where the language cannot say what was sent. */
function stepLines(entry: ExchangeEntry, names: Names, wires: Wires): string[] {
  const { request, reply } = entry;
  const fields = verbFields(entry, names) ?? wireFields(entry, wires(entry));
  if (!fields)
    return [`# Not copied: ${flow(`${request.method ?? 'a frame of'} ${request.path ?? request.what}`)}`];
  const all: Params = {
    ...fields,
    ...(request.channel === 'ws' && { via: 'ws' }),
    ...(request.client !== undefined && request.what !== 'token.create' && { client: names.client(request) }),
    ...(reply?.code !== undefined && { expect: reply.code }),
  };
  return Object.entries(all).map(
    ([name, value], at) => `${at === 0 ? '- ' : '  '}${name}:${value === null ? '' : ` ${flow(value)}`}`,
  );
}

/** In the words of the language; undefined where they would not say all of it. */
function verbFields({ request }: ExchangeEntry, names: Names): Params | undefined {
  const { what, deviceId = '', operation, commandId = '', path = '' } = request;
  const client = names.client(request) ?? 'operator';
  if (operation) {
    const fields = operationFields(request, operation, names);
    if (!fields) return undefined;
    const key = request.idempotencyKey === undefined ? 'none' : names.key(request.idempotencyKey);
    return { ...fields, ...(key !== undefined && { key }) };
  }
  if (path.includes('?')) return undefined;
  switch (what) {
    case 'token.create':
      return { createToken: client };
    case 'devices.list':
      return { listDevices: null };
    case 'devices.read':
    case 'device.state.get':
      return { refresh: names.device(deviceId) };
    case 'devices.config':
      return { readConfig: names.device(deviceId) };
    case 'profiles.list':
      return { listProfiles: null };
    case 'commands.read':
      return { readCommand: literal(commandId) };
    case 'ticket.create':
      return { createTicket: client };
    case 'session.ping':
      return { ping: null };
    default:
      return undefined;
  }
}

interface Relay {
  readonly index: unknown;
  readonly action: unknown;
}

function operationFields(
  { what, deviceId = '' }: ExchangeEntry['request'],
  { name, params }: { readonly name: string; readonly params: Params },
  names: Names,
): Params | undefined {
  const device = names.device(deviceId);
  const { relays, data, timeout, baudRate, index, duration } = params;
  switch (name) {
    case 'device.relay.set': {
      const all = (Array.isArray(relays) ? relays : []) as readonly Relay[];
      const indices = new Set(all.map((relay) => relay.index));
      if (all.length === 0 || indices.size < all.length || !all.every(isUsual)) return undefined;
      const named = all.map((relay) => [names.relay(deviceId, Number(relay.index)), relay.action]);
      const compatibility = what === 'relays.set-one' && { compatibility: true };
      return { setRelays: device, relays: Object.fromEntries(named) as Params, ...compatibility };
    }
    case 'device.rs485.transceive':
      if (typeof data !== 'string' || !/^(?:[\da-f]{2})+$/i.test(data)) return undefined;
      if (timeout === undefined) return { transceive: device, data };
      return isCount(timeout) ? { transceive: device, data, timeout: `${timeout}ms` } : undefined;
    case 'device.rs485.baudRate.set':
      return isCount(baudRate) ? { setBaudRate: device, to: baudRate } : undefined;
    default:
      if (!isCount(index) || !isCount(duration)) return undefined;
      return { setJogDuration: device, relay: names.relay(deviceId, index), to: `${duration}ms` };
  }
}

const isUsual = ({ index, action }: Relay): boolean =>
  isCount(index) && typeof action === 'string' && /^(?:on|off|jog)$/.test(action);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** As it was on the wire. */
function wireFields({ request }: ExchangeEntry, wire: ExchangeOnWire | undefined): Params | undefined {
  const { method = request.method, path = request.path, sent, headers = {} } = wire ?? {};
  if (request.channel === 'ws') return sent === undefined ? undefined : spelled('frame', {}, sent);
  if (method === undefined || path === undefined || !/^\/\S*$/.test(path) || hasReference(path))
    return undefined;
  const line = { http: `${method} ${path}` };
  if (!wire) return method === 'GET' ? line : undefined;
  const own = Object.entries(headers).filter(
    ([name, value]) => !isImpliedHeader(name, value) && name !== 'authorization',
  );
  if (own.some(([, value]) => hasReference(value))) return undefined;
  const listed = Object.fromEntries(own.map(([name, value]) => [name, literal(value)]));
  const fields = { ...line, ...(own.length > 0 && { headers: listed }) };
  return sent === undefined ? fields : spelled('body', fields, sent);
}

/** A value of JSON goes as its text, in which a dollar sign is no reference. */
function spelled(name: string, fields: Params, sent: unknown): Params | undefined {
  if (typeof sent !== 'string') {
    return { ...fields, [name]: JSON.stringify(sent).replaceAll('$', String.raw`\u0024`) };
  }
  return hasReference(sent) ? undefined : { ...fields, [name]: literal(sent) };
}

const hasReference = (text: string): boolean => !text.startsWith('$') && text.includes('${');

/** After two dollar signs at the beginning, nothing in a text is a reference. */
const literal = (text: string): string => (text.startsWith('$') ? `$${text}` : text);

/** YAML in one line. What is no plain word is quoted as JSON quotes it, which YAML reads, too. */
function flow(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, inner]) => `${flow(name)}: ${flow(inner)}`);
  return `{ ${fields.join(', ')} }`;
}

const isPlain = (text: string): boolean =>
  /^[A-Za-z][\w-]*$/.test(text) && !/^(?:true|false|null)$/i.test(text);
