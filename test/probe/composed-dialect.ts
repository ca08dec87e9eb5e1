// Composes a dialect as data, each part in one of the ways that docs/dialects.md has for it: flat or nested, lists or keyed
// objects, encodings, units, words, pages, frames, codes. Constant fields lie among them, as real services have them.
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { isObject } from '../../src/kernel/json.js';
import type { RandomStream } from '../../src/kernel/random.js';

type Sample = Record<string, unknown>;

export function composed(stream: RandomStream): Sample {
  const pick: Pick = (...items) => items[stream.integer(0, items.length - 1)] as never;
  const usual = parse(readFileSync('fixtures/dialects/default.yaml', 'utf8')) as Sample;
  const id = pick('$deviceId', '$deviceId', '$deviceId:number', 'urn:dev:${deviceId}', 'hw/${deviceId}');
  const own = { ...(replaced(usual, id) as Sample), ...settings(pick) };
  const inPlace = pick(true, false, false);
  return {
    ...own,
    device: device(pick, id),
    deviceDetail: pick<Sample>(
      { device: { '...': '$device', peripherals: '$peripherals' } },
      { device: '$device', io: '$peripherals' },
      { unit: '$device', live: { io: '$peripherals' } },
      { '...': '$device', process: '$peripherals' },
    ),
    peripherals: peripherals(pick),
    deviceConfig: config(pick),
    ...profiles(pick, inPlace),
    ticket: {
      ticket: '$ticket',
      ...pick<Sample>({}, { expiresIn: '$expiresIn?' }, { expiresIn: '$expiresIn?', fresh: true }),
    },
    ...frames(pick, id),
    ...actions(pick),
    transceiveParams: {
      data: `$data:${pick(...BYTES)}`,
      timeoutMs: `$timeout:${pick('ms', 's', 'tenths')}?`,
    },
    transceiveResult: { data: `$data:${pick(...BYTES)}` },
    stateChanged: {
      deviceId: id,
      changes: pick<unknown>(
        [{ kind: '$change.kind', index: '$change.index' }],
        ['${change.kind(relay|input)}/${change.index}'],
        { '$change.kind(relays|inputs)': ['$change.index'] },
      ),
      peripherals: '$peripherals',
    },
  };
}

type Pick = <T>(...items: readonly T[]) => T;

const BYTES = ['hex', 'HEX', 'hexSpaced', 'base64', 'base64url', 'array', 'text'];

/** The usual shapes, with the identifier of devices in its form. */
function replaced(sample: unknown, id: string): unknown {
  if (sample === '$deviceId') return id;
  if (sample === '$deviceId?') return id.includes('{') ? id.replace('}', '?}') : `${id}?`;
  if (Array.isArray(sample)) return sample.map((each) => replaced(each, id));
  if (!isObject(sample)) return sample;
  return Object.fromEntries(Object.entries(sample).map(([key, each]) => [key, replaced(each, id)]));
}

function settings(pick: Pick): Sample {
  return {
    errorCodes: {
      DEVICE_NOT_FOUND: { code: pick('E404', 'NO_SUCH_DEVICE', 'NOT_FOUND'), status: pick(404, 404, 410) },
      COMMAND_NOT_FOUND: { code: pick('E404', 'NO_SUCH_COMMAND', 'NOT_FOUND'), status: 404 },
      DEVICE_OFFLINE: { code: pick('OFFLINE', 'E_GONE', 'DEVICE_OFFLINE'), status: pick(409, 422, 503) },
    },
    tokenLifetime: pick('seconds', 'seconds', 'minutes', 'milliseconds'),
    commandStatus: {
      pending: [pick('PENDING', 'queued', 'open'), pick('RUNNING', 'active')],
      succeeded: [pick('SUCCEEDED', 'done', 'ok')],
      failed: [pick('FAILED', 'error')],
      timeout: ['TIMEOUT'],
    },
    ...pick<Sample>(
      {
        paging: { limit: 'pageSize', cursor: 'after' },
        deviceList: { devices: ['$device'], next: '$nextCursor?' },
      },
      { paging: { limit: 'per_page', page: 'page' }, deviceList: { devices: ['$device'], count: '$total' } },
      { paging: { limit: 'num', offset: 'begin' }, deviceList: { devices: ['$device'], more: '$more' } },
      { without: ['paging'], deviceList: { devices: ['$device'] } },
    ),
  };
}

function truth(pick: Pick, name: string, ...words: readonly string[]): string {
  return pick(name, name, `${name}(1|0):number`, `${name}(${pick(...words)})`, `${name}(${pick(...words)})`);
}

function constants(pick: Pick): Sample {
  return pick<Sample>(
    {},
    {},
    { firmware: '2.4.1' },
    { rssi: -61, uptime: 86_400 },
    { locked: false, build: 'a7f3' },
    { tags: [], maintenance: { due: null, contract: 'gold' } },
  );
}

function device(pick: Pick, id: string): Sample {
  const online = optional(
    truth(pick, '$online', 'online|offline', 'UP|DOWN', 'connected|lost', 'reachable|gone'),
  );
  const powered = optional(truth(pick, '$powered', 'on|lost', 'OK|MISSING', 'mains|battery'));
  const words = { name: '$name?', profileId: '$profileId?' };
  return {
    deviceId: id,
    ...constants(pick),
    ...pick<Sample>(words, { about: words }, { info: { name: '$name?' }, profileId: '$profileId?' }),
    ...pick<Sample>(
      { online, powered },
      { status: { online, powered } },
      { online },
      { state: '$online+powered(ok|battery|gone|gone)?' },
    ),
  };
}

function optional(text: string): string {
  return `${text}?`;
}

/** A group of channels: in a list or under their numbers, and what each shows. */
function group(pick: Pick, word: string, element: Sample, bare: string): unknown {
  const index = pick(`$${word}.index`, `$${word}.index`, `$${word}.index:string`, `ch\${${word}.index}`);
  const key = pick(`$${word}.index`, `${pick('DO', 'X', 'ch-')}\${${word}.index}`);
  return pick<unknown>(
    [{ index, ...element }],
    [{ index, ...element, ...constants(pick) }],
    [element],
    [bare],
    { [key]: bare },
    { [key]: element },
  );
}

function peripherals(pick: Pick): Sample {
  const on = truth(pick, '$relay.on', 'on|off', 'ON|OFF', 'closed|open', 'energized|released');
  const active = truth(pick, '$input.active', 'on|off', 'HIGH|LOW', 'active|inactive', 'closed|open');
  const bits = (word: string, field: string): unknown =>
    pick<unknown>(
      { mask: `$${word}.${field}:mask`, count: `$${word}:count` },
      `$${word}.${field}:${pick('bits', 'bitsFromRight')}`,
    );
  const measure = (word: string): { element: Sample; bare: string } => {
    const value = pick(`$${word}.value`, `$${word}.value`, `$${word}.value:string`, `$${word}.value:x1000`);
    return pick(
      { element: { value, unit: `$${word}.unit?` }, bare: value },
      { element: { value }, bare: `\${${word}.value} \${${word}.unit?}` },
    );
  };
  const [analog, sensor] = [measure('analog'), measure('sensor')];
  return {
    relays: pick<unknown>(
      group(pick, 'relay', { on }, on),
      group(pick, 'relay', { on }, on),
      bits('relay', 'on'),
    ),
    digitalInputs: pick<unknown>(
      group(pick, 'input', { active }, active),
      group(pick, 'input', { active }, active),
      bits('input', 'active'),
    ),
    analogInputs: group(pick, 'analog', analog.element, analog.bare),
    sensors: pick<unknown>(
      [{ sensorId: '$sensor.key', ...sensor.element }],
      { '$sensor.key': sensor.element },
      { '$sensor.key': sensor.bare },
    ),
    ...constants(pick),
  };
}

function config(pick: Pick): Sample {
  const unit = pick('ms', 'ms', 's', 'tenths', 'hundredths', 'us', 'iso', 'ms:string', 's:string');
  const duration = `$relay.jogDuration:${unit}`;
  const relays = group(pick, 'relay', { duration }, duration);
  const baudRate = pick('$baudRate', '$baudRate', '$baudRate:string', '${baudRate} baud');
  return pick<Sample>(
    { config: { relays, rs485: { baudRate } } },
    { relays, serial: { baudRate, parity: 'N', stopBits: 1 }, ...constants(pick) },
    { settings: { relays, baudRate } },
  );
}

function profiles(pick: Pick, isKeyed: boolean): Sample {
  const counts = (prefix: string): Sample => ({
    relays: `${prefix}relays?`,
    digitalInputs: `${prefix}digitalInputs?`,
    ...pick<Sample>({}, { analogInputs: `${prefix}analogInputs?`, sensors: `${prefix}sensors?` }),
    ...pick<Sample>({}, { rs485: `${prefix}rs485?` }),
  });
  const flat = { profileId: '$profileId', model: '$model?', ...counts('$'), ...constants(pick) };
  if (!isKeyed) return { deviceProfile: flat, profileList: { profiles: ['$profile'] } };
  const keyed = { '$profile.profileId': { model: '$profile.model?', ...counts('$profile.') } };
  return { deviceProfile: flat, profileList: { profiles: keyed } };
}

function frames(pick: Pick, id: string): Sample {
  const topic = pick('topic', 'topic', 'method', 'action', 'op', 'route', 'cmd');
  const kind = pick<Sample>({ type: 'request' }, { type: 'request' }, {});
  return {
    wsRequest: { ...kind, [topic]: '$topic', requestId: '$requestId', data: '$data?' },
    stateRequest: { deviceId: id },
  };
}

function actions(pick: Pick): Sample {
  const words = pick(
    '(on|off|jog)',
    '(ON|OFF|PULSE)',
    '(close|open|pulse)',
    '(set|reset|blink)',
    '(1|0|2):number',
  );
  return {
    relayParams: { relays: [{ index: '$relay.index', action: `$relay.action${words}` }] },
    singleRelayBody: { action: `$action${words}` },
    jogParams: { index: '$index', durationMs: `$duration:${pick('ms', 's', 'tenths')}` },
    jogBody: { durationMs: `$duration:${pick('ms', 's', 'tenths')}` },
  };
}
