// Exchanges as text to copy: a command line for curl, or steps of a scenario as a starting point.
import type { ExchangeOnWire } from '../../../simulator/control/replies.js';
import type { ExchangeEntry } from '../store/traffic-log.js';

// An exchange over REST as a command line for curl. Secrets are names of shell variables.

/** Headers that curl writes by itself, or that belong to one connection. */
const IMPLIED = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'user-agent']);
const ANY_JSON = /^(?:application\/json|\*\/\*)$/;

function isImplied(name: string, value: string): boolean {
  return IMPLIED.has(name) || (name === 'accept' && ANY_JSON.test(value));
}

/** @param wire undefined where its bytes are not kept: then the body is missing. */
export function curlOf(entry: ExchangeEntry, wire: ExchangeOnWire | undefined, service: string): string {
  const { request } = entry;
  const headers = wire?.headers ?? {
    authorization: '',
    ...(request.idempotencyKey !== undefined && { 'idempotency-key': request.idempotencyKey }),
  };
  const path = wire?.path ?? request.path ?? '/';
  const sent = wire?.sent;
  const words = [
    ['curl -i', ...plainly(path)].join(' '),
    ...methodWords(wire?.method ?? request.method ?? 'GET', sent !== undefined),
    ...Object.entries(headers)
      .filter(([name, value]) => !isImplied(name, value) && !name.startsWith('sec-'))
      .map(headerWords),
    // What curl would add by itself to a body.
    ...(sent === undefined || 'content-type' in headers ? [] : ["-H 'Content-Type:'"]),
    // Not `-d`, which takes a text that begins with @ for the name of a file.
    ...(sent === undefined ? [] : [`--data-raw ${quoted(bodyText(sent))}`]),
    ...addressWords(service, path),
  ];
  return words.join(' \\\n  ');
}

/** Nothing in an address is a pattern, and no step of it is taken back. */
function plainly(path: string): string[] {
  return ['--globoff', ...(/\/\.\.?(?:[/?]|$)/.test(path) ? ['--path-as-is'] : [])];
}

function methodWords(method: string, hasBody: boolean): string[] {
  if (method === 'GET' && !hasBody) return [];
  return method === 'HEAD' ? ['--head'] : [`-X ${quoted(method)}`];
}

function headerWords([name, value]: [string, string]): string {
  if (name === 'authorization') return '-H "Authorization: Bearer $TOKEN"';
  return `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

function bodyText(sent: unknown): string {
  return typeof sent === 'string' ? sent : JSON.stringify(sent);
}

/** Behind # curl sends nothing, and spaces it refuses: such a path goes beside the address. */
function addressWords(service: string, path: string): string[] {
  if (/^[!-~]*$/.test(path) && !path.includes('#')) return [quoted(service + path)];
  return [`--request-target ${quoted(path)}`, quoted(`${service}/`)];
}

/** The word as a POSIX shell reads it back unchanged. */
function quoted(text: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

// Exchanges in the scenario language of `conform run`, as a starting point: what was sent, and what came of it.

type Params = Readonly<Record<string, unknown>>;

interface Relay {
  readonly index: number;
  readonly action: string;
}

/** One step, as a list of one. */
export function stepOf(entry: ExchangeEntry): string {
  return stepLines(entry, createNames()).join('\n') + '\n';
}

/** A whole file: what it needs of a profile, and a step for each exchange. */
export function scenarioOf(entries: readonly ExchangeEntry[]): string {
  const names = createNames();
  const steps = entries.flatMap((entry) => stepLines(entry, names));
  const clients = new Set(entries.flatMap(({ request }) => request.client ?? []));
  const lines = [
    'title: Copied from the traffic of a simulator',
    'rules: [envelope.json]',
    'needs:',
    ...names.needs(),
    ...(clients.size === 0
      ? []
      : [`  clients: { ${[...clients].map((each) => `${word(each)}: [${SCOPES}]`).join(', ')} }`]),
    'steps:',
    ...steps.map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

const SCOPES = "'device:control', 'device:config'";

/** Devices get names in the order in which they occur, as a scenario speaks of roles. */
interface Names {
  device(deviceId: string): string;
  relay(deviceId: string, index: number): string;
  needs(): string[];
}

function createNames(): Names {
  const devices = new Map<string, Set<number>>();
  const name = (deviceId: string): string => {
    if (!devices.has(deviceId)) devices.set(deviceId, new Set());
    const at = [...devices.keys()].indexOf(deviceId);
    return at === 0 ? 'plant' : `plant${at + 1}`;
  };
  return {
    device: name,
    relay: (deviceId, index) => {
      name(deviceId);
      devices.get(deviceId)?.add(index);
      return `relay${index}`;
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

function stepLines(entry: ExchangeEntry, names: Names): string[] {
  const { request, reply } = entry;
  const [verb, ...rest] = verbLines(entry, names);
  return [
    `- ${verb ?? ''}`,
    ...rest.map((line) => `  ${line}`),
    ...(request.channel === 'ws' ? ['  via: ws'] : []),
    ...(request.client === undefined || request.what === 'token.create'
      ? []
      : [`  client: ${word(request.client)}`]),
    ...(reply?.code === undefined ? [] : [`  expect: ${reply.code}`]),
  ];
}

function verbLines({ request }: ExchangeEntry, names: Names): string[] {
  const { what, deviceId = '', operation, client = 'operator', commandId = '' } = request;
  const device = (): string => names.device(deviceId);
  if (operation) return operationLines(operation.name, operation.params, deviceId, names);
  switch (what) {
    case 'token.create':
      return [`createToken: ${word(client)}`];
    case 'devices.list':
      return ['listDevices:'];
    case 'devices.read':
    case 'device.state.get':
      return [`refresh: ${device()}`];
    case 'devices.config':
      return [`readConfig: ${device()}`];
    case 'profiles.list':
      return ['listProfiles:'];
    case 'commands.read':
      return [`readCommand: ${word(commandId)}`];
    case 'ticket.create':
      return [`createTicket: ${word(client)}`];
    case 'session.ping':
      return ['ping:'];
    default:
      return [`http: ${request.method ?? 'GET'} ${request.path ?? '/'}`];
  }
}

function operationLines(name: string, params: Params, deviceId: string, names: Names): string[] {
  const device = names.device(deviceId);
  switch (name) {
    case 'device.relay.set': {
      const relays = (params['relays'] as readonly Relay[] | undefined) ?? [];
      const list = relays.map(
        ({ index, action }) => `${names.relay(deviceId, index)}: ${quotedAction(action)}`,
      );
      return [`setRelays: ${device}`, `relays: { ${list.join(', ')} }`];
    }
    case 'device.rs485.transceive':
      return [`transceive: ${device}`, `data: '${String(params['data'])}'`];
    case 'device.rs485.baudRate.set':
      return [`setBaudRate: ${device}`, `to: ${String(params['baudRate'])}`];
    default:
      return [
        `setJogDuration: ${device}`,
        `relay: ${names.relay(deviceId, Number(params['index']))}`,
        `to: ${String(params['duration'])}ms`,
      ];
  }
}

const quotedAction = (action: string): string => (/^(on|off|jog)$/.test(action) ? action : `'${action}'`);

/** A plain name stays as it is; anything else is quoted. */
function word(text: string): string {
  return /^[A-Za-z][\w-]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}
