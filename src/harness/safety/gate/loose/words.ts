// The words that the gate understands in a message: those of the interface, of the dialect in use, and what other
// servers call the same things.
import type { Operation } from '../../../../contract/operations.js';
import type { Dialect } from '../../../../dialect/dialect.js';
import { isObject } from '../../../../kernel/json.js';

export interface Words {
  /** All that are understood. */
  readonly known: ReadonlySet<string>;
  /** Those that say what is to be done to a relay. */
  readonly actions: ReadonlySet<string>;
  /** The dialect's own words for one kind of write, which no reading request has. */
  readonly ofSwitch: ReadonlySet<string>;
  readonly ofBytes: ReadonlySet<string>;
  readonly ofBaudRate: ReadonlySet<string>;
  readonly ofJog: ReadonlySet<string>;
  readonly ofManagement: ReadonlySet<string>;
  /** Keys before the index of a relay. */
  readonly indexKeys: ReadonlySet<string>;
  /** Keys before a number that is a time or a rate. */
  readonly measureKeys: ReadonlySet<string>;
  /** Keys before the identifier of a device. */
  readonly deviceKeys: ReadonlySet<string>;
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

const INTERFACE = list(`
  svc v1 devices device relays relay commands command rs485 transceive baud rate jog config configuration password
  auth token ws ticket profiles profile state get set operation operations execute name params session ping
  type request topic requestid request id data deviceid idempotencykey idempotency key index action actions
  duration durationms ms timeout timeoutms baudrate bytes value kind jogconfig singlerelay compatibility
  x http method override original url uri rewrite forwarded path prefix host location
  get post put patch content disposition form nbsp charset utf array object list items`);

const ACTIONS = list(`
  on off jog toggle pulse open close opened closed true false yes no enable enabled disable disabled high low up
  down start stop reset clear activate deactivate active inactive energize deenergize switch switched`);

const INDEX_KEYS = list('index idx nr no num number relay channel output position pos relayindex relayid');
const MEASURE_KEYS = list(`
  duration durationms durationmillis timeout timeoutms timeoutmillis baud baudrate rate bitrate ms seconds`);
const DEVICE_KEYS = list('deviceid device target deviceids devices');

/** Words for "all of them", and for what could be that. */
const EVERY = new Set(
  list('all any every each everything everyone both null undefined none nil nan infinity default'),
);

export function isEvery(word: string): boolean {
  return EVERY.has(word);
}

const RELAY = 4321;
const MEASURE = 98_760;
const DEVICE_TEXT = 'zzdevicezz';
/** Where devices are called by numbers. */
const DEVICE_NUMBER = '314159265358';

export function wordsFor(dialect: Dialect): Words {
  const switching = samples(dialect, [
    { name: 'device.relay.set', params: { relays: [{ index: RELAY, action: 'on' }] } },
    { name: 'device.relay.set', params: { relays: [{ index: RELAY, action: 'off' }] } },
    { name: 'device.relay.set', params: { relays: [{ index: RELAY, action: 'jog' }] } },
  ]);
  const jog = samples(dialect, [
    { name: 'device.relay.jogConfig.set', params: { index: RELAY, duration: MEASURE } },
  ]);
  const baud = samples(dialect, [{ name: 'device.rs485.baudRate.set', params: { baudRate: MEASURE } }]);
  const bytes = samples(dialect, [
    { name: 'device.rs485.transceive', params: { data: 'ab', timeout: MEASURE } },
  ]);
  const { shapes } = dialect;
  const device = dialect.identifiers.device === 'number' ? DEVICE_NUMBER : DEVICE_TEXT;
  const frames = [
    encoded(() => shapes.stateRequest.encode({ deviceId: device })),
    encoded(() => shapes.wsRequest.encode({ topic: 'session.ping', requestId: 'r', data: {} })),
    encoded(() => frameSample(dialect, device)),
  ];
  const managing = [
    encoded(() =>
      shapes.deviceAddition.encode({
        deviceId: device,
        serial: device,
        name: 'r',
        profileId: 'r',
        password: 'r',
      }),
    ),
    encoded(() => shapes.passwordChange.encode({ currentPassword: 'r', newPassword: 'r' })),
  ];
  const general = wordsIn(frames);
  const operating = [...switching, ...jog, ...baud, ...bytes];
  const actions = new Set([...ACTIONS, ...differing(switching)]);
  return {
    known: new Set([
      ...INTERFACE,
      ...actions,
      ...INDEX_KEYS,
      ...general,
      ...wordsIn(operating),
      ...wordsIn([encoded(() => keysOfOperation(dialect, device))]),
    ]),
    actions,
    ofSwitch: less(wordsIn(switching), new Set([...general, ...ACTIONS])),
    ofBytes: less(wordsIn(bytes), general),
    ofBaudRate: less(wordsIn(baud), general),
    ofJog: less(wordsIn(jog), new Set([...general, ...wordsIn(switching)])),
    ofManagement: less(wordsIn(managing), new Set([...general, ...GENERAL])),
    indexKeys: new Set([
      ...INDEX_KEYS,
      ...keysOf([...switching, ...jog], String(RELAY - 1 + dialect.indexBase)),
    ]),
    measureKeys: new Set([...MEASURE_KEYS, ...keysOf([...jog, ...baud, ...bytes], '9876')]),
    deviceKeys: new Set([...DEVICE_KEYS, ...keysOf(frames, device)]),
  };
}

/** They stand in an addition and mean nothing by themselves. */
const GENERAL: ReadonlySet<string> = new Set(list('name id label type device deviceid kind scheme'));

function samples(dialect: Dialect, operations: readonly Operation[]): readonly unknown[] {
  return operations.map((operation) =>
    encoded(() => dialect.operationParams(operation.name).encode(operation.params as never)),
  );
}

function frameSample(dialect: Dialect, deviceId: string): object {
  const { operation: _, ...rest } = wholeFrame(dialect, deviceId);
  return rest;
}

/** Where a frame has the name and the parameters of its operation. */
function keysOfOperation(dialect: Dialect, deviceId: string): readonly string[] {
  const { operation } = wholeFrame(dialect, deviceId);
  return isObject(operation) ? Object.keys(operation) : [];
}

function wholeFrame(dialect: Dialect, deviceId: string): { readonly operation?: unknown } {
  const operation = { name: 'device.rs485.baudRate.set', params: { baudRate: 1 } } as const;
  return dialect.executeRequest.encode({ deviceId, idempotencyKey: 'r', operation });
}

/** What a dialect cannot say it has no words for. */
function encoded(encode: () => unknown): unknown {
  try {
    return encode();
  } catch {
    return {};
  }
}

export function looseWordsOf(text: string): readonly string[] {
  return text.match(/[a-z0-9]+/g) ?? [];
}

function wordsIn(values: readonly unknown[]): Set<string> {
  const words = values.flatMap((value) => looseWordsOf(JSON.stringify(value).toLowerCase()));
  return new Set(
    words.filter((word) => !/^\d+$/.test(word) && word !== DEVICE_TEXT && word !== 'r' && word !== 'ab'),
  );
}

/** The words in which the samples differ. */
function differing(values: readonly unknown[]): readonly string[] {
  const sets = values.map((value) => wordsIn([value]));
  return sets.flatMap((words) => [...words].filter((word) => !sets.every((each) => each.has(word))));
}

function less(words: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}

/** The last word of each key whose value has the text in it. */
function keysOf(values: readonly unknown[], text: string): readonly string[] {
  const keys: string[] = [];
  const look = (value: unknown, key: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [inner, each] of Object.entries(value)) look(each, Array.isArray(value) ? key : inner);
    else if (String(value).includes(text)) keys.push(...looseWordsOf(key.toLowerCase()).slice(-1));
  };
  for (const value of values) look(value, '');
  return keys;
}
