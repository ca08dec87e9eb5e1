// The neighbouring readings of a profile: a scope, a device or an answer otherwise, and stimuli that do something else.
import { SCOPES, type Scope } from '../contract/scopes.js';
import type { ClientProfile, DeviceProfileEntry, Profile } from '../harness/profile/profile.js';
import { isObject } from '../kernel/json.js';
import type { Rival, Traces } from './neighbours.js';
import { isShownAsSet, OUTAGES, seenAfter } from './effect-relations.js';
import { actsOn, isTold, sightedChanges, statesOf, toldAfter } from './relation.js';
import { type ProbeReading, type SightedAct, type Sights, sightsOf } from './sights.js';

export function profileNeighboursOf(traces: Traces, reading: ProbeReading): readonly Rival[] {
  const { profile } = reading;
  return [
    ...Object.entries(profile.clients).flatMap(([name, client]) => clientRivals(name, client, reading)),
    ...asTokensSay(traces, reading),
    ...alikeIn(profile).flatMap((names) => deviceRivals(names, reading)),
    ...stimulusRivals(traces, reading),
    // Less than one right is none: such a reading would be the line itself.
  ].filter(({ was, now }) => was !== now);
}

/** With the line, `line 12 of lab.yaml`, or the key where nobody knows the line. */
function placedAt(profile: Profile, ...path: readonly string[]): Pick<Rival, 'key' | 'line'> {
  return { key: path.join('.'), line: profilePlace(profile, path) };
}

export function profilePlace({ places = {} }: Profile, path: readonly string[]): string {
  for (let length = path.length; length > 0; length--) {
    const place = places[path.slice(0, length).join('.')];
    if (place !== undefined) return place;
  }
  return `${path.join('.')} of the profile`;
}

function clientRivals(name: string, client: ClientProfile, reading: ProbeReading): readonly Rival[] {
  const { profile } = reading;
  const withClient = (changed: ClientProfile): ProbeReading => ({
    ...reading,
    profile: { ...profile, clients: { ...profile.clients, [name]: changed } },
  });
  const ofScopes = (scopes: readonly Scope[]): Rival => ({
    ...placedAt(profile, 'clients', name, 'scopes'),
    was: `API client ${name} has ${client.scopes.join(', ')}`,
    now: `API client ${name} has ${scopes.join(', ')}`,
    reading: () => withClient({ ...client, scopes }),
  });
  const others = SCOPES.filter((scope) => scope !== 'device:read');
  const sets = [
    ...others.map((scope) =>
      client.scopes.includes(scope)
        ? client.scopes.filter((each) => each !== scope)
        : [...client.scopes, scope],
    ),
    ['device:read' as const],
  ];
  const all = Object.keys(profile.devices);
  const own = client.devices ?? all;
  const devices = [
    ...(client.devices ? [undefined] : []),
    ...all.map((each) => (own.includes(each) ? own.filter((other) => other !== each) : [...own, each])),
  ];
  return [
    ...sets.map((scopes) => ofScopes(scopes.length === 0 ? ['device:read'] : scopes)),
    ...devices.map((list): Rival => {
      const { devices: _, ...rest } = client;
      return {
        ...placedAt(profile, 'clients', name, 'devices'),
        was: `API client ${name} may access ${client.devices ? 'some devices' : 'all devices'}`,
        now: `API client ${name} may access ${accessWords(own, list)}`,
        reading: () => withClient(list ? { ...rest, devices: list } : rest),
      };
    }),
  ];
}

/** Each client with the scopes that its tokens have, and all of them: two lines may be exchanged. */
function asTokensSay(traces: Traces, reading: ProbeReading): readonly Rival[] {
  const { profile } = reading;
  const granted = grantedIn(traces);
  const others = Object.entries(profile.clients).flatMap(([name, client]) => {
    const scopes = granted.get(name);
    const isSame = scopes?.toSorted().join() === client.scopes.toSorted().join();
    return scopes && scopes.length > 0 && !isSame ? [{ name, client, scopes }] : [];
  });
  const groups = [...others.map((each) => [each]), ...(others.length > 1 ? [others] : [])];
  return groups.map((group): Rival => {
    const [first] = group;
    const now = group.map(({ name, scopes }) => `API client ${name} has ${scopes.join(', ')}`).join(', and ');
    const clients = group.map(({ name, client, scopes }) => [name, { ...client, scopes }] as const);
    return {
      ...placedAt(profile, 'clients', first?.name ?? '', 'scopes'),
      was: group
        .map(({ name, client }) => `API client ${name} has ${client.scopes.join(', ')}`)
        .join(', and '),
      now: `${now}, as the token says`,
      reading: () => ({
        ...reading,
        profile: { ...profile, clients: { ...profile.clients, ...Object.fromEntries(clients) } },
      }),
    };
  });
}

/** The scopes that the last token of each client has, where all of them are known ones. */
function grantedIn(traces: Traces): ReadonlyMap<string, readonly Scope[]> {
  const granted = new Map<string, readonly Scope[]>();
  for (const trace of traces) {
    const asked = new Map<number, string>();
    for (const record of trace) {
      if (record.kind === 'request' && record.what === 'token.create' && record.client !== undefined)
        asked.set(record.exchange, record.client);
      const client = record.kind === 'reply' ? asked.get(record.exchange) : undefined;
      const data = record.kind === 'reply' && isObject(record.body) ? record.body['data'] : undefined;
      const scopes = isObject(data) && Array.isArray(data['scopes']) ? (data['scopes'] as unknown[]) : [];
      const known = SCOPES.filter((scope) => scopes.includes(scope));
      if (client !== undefined && known.length > 0) granted.set(client, known);
    }
  }
  return granted;
}

function accessWords(own: readonly string[], list: readonly string[] | undefined): string {
  if (!list) return 'all devices';
  const more = list.filter((each) => !own.includes(each));
  return more.length > 0
    ? `${more.join(', ')}, too`
    : `all of them but ${own.filter((each) => !list.includes(each)).join(', ')}`;
}

/** Each device, and all devices with the same line: whoever has mistaken the answer of one has copied it. */
function alikeIn({ devices }: Profile): readonly (readonly string[])[] {
  const lines = new Map<string, string[]>();
  for (const [name, { rs485 }] of Object.entries(devices)) {
    const line = JSON.stringify(rs485);
    lines.set(line, [...(lines.get(line) ?? []), name]);
  }
  const names = Object.keys(devices).map((name) => [name]);
  return [...names, ...[...lines.values()].filter(({ length }) => length > 1)];
}

/** @param names of devices with the same line. */
function deviceRivals(names: readonly string[], reading: ProbeReading): readonly Rival[] {
  const { profile } = reading;
  const [first = ''] = names;
  const name = names.join(', ');
  const { rs485 } = profile.devices[first] ?? {};
  if (!rs485) return [];
  const { answered, answer, unanswered } = rs485;
  const without = (key: 'answered' | 'answer' | 'unanswered'): NonNullable<DeviceProfileEntry['rs485']> =>
    Object.fromEntries(Object.entries(rs485).filter(([each]) => each !== key));
  const other = (now: string, changed: NonNullable<DeviceProfileEntry['rs485']>): Rival => ({
    ...placedAt(profile, 'devices', first, 'rs485'),
    was: `device ${name} answers ${answered ?? 'nothing'}${answer === undefined ? '' : ` with ${answer}`}, and not ${unanswered ?? 'other bytes'}`,
    now,
    reading: () => {
      const devices = Object.entries(profile.devices).map(([each, device]) => [
        each,
        names.includes(each) ? { ...device, rs485: changed } : device,
      ]);
      return {
        ...reading,
        profile: { ...profile, devices: Object.fromEntries(devices) as Profile['devices'] },
      };
    },
  });
  const swapped = { answered: unanswered ?? '', unanswered: answered ?? '' };
  const isPair = answered !== undefined && unanswered !== undefined;
  return [
    ...(isPair ? [other(`device ${name} answers ${unanswered}, and not ${answered}`, swapped)] : []),
    ...(
      [
        ['answer', 'answers something else'],
        ['answered', `does not answer ${answered ?? ''}`],
        ['unanswered', `answers ${unanswered ?? ''}`],
      ] as const
    ).flatMap(([key, now]) =>
      rs485[key] === undefined ? [] : [other(`device ${name} ${now}`, without(key))],
    ),
  ];
}

type Alter = (act: SightedAct) => SightedAct | undefined;

/** What each kind of stimulus may do otherwise, in words. */
const OTHERWISE: Readonly<Record<string, readonly (readonly [words: string, alter: Alter])[]>> = {
  'set-input': [
    ['sets the opposite', (act) => ({ ...act, active: !act.active })],
    ['sets the next input', (act) => ({ ...act, index: (act.index ?? 0) + 1 })],
    ['sets the input before', (act) => ({ ...act, index: (act.index ?? 0) - 1 })],
  ],
  'set-analog': [
    ['sets the next input', (act) => ({ ...act, index: (act.index ?? 0) + 1 })],
    ['sets the input before', (act) => ({ ...act, index: (act.index ?? 0) - 1 })],
    ...factors(),
  ],
  'set-sensor': factors(),
};

function factors(): [string, Alter][] {
  return [1000, 100, 10, 0.1, 0.01, 0.001].map((factor) => [
    `sets ${factor} times the value`,
    (act) => ({ ...act, value: (act.value ?? 0) * factor }),
  ]);
}

function stimulusRivals(traces: Traces, reading: ProbeReading): readonly Rival[] {
  const used = new Map<string, Set<string>>();
  for (const record of traces.flat()) {
    if (record.kind !== 'stimulus') continue;
    const devices = used.get(record.name) ?? new Set();
    if (record.deviceId !== undefined) devices.add(record.deviceId);
    used.set(record.name, devices);
  }
  const all = Object.values(reading.profile.devices).map(({ deviceId }) => deviceId);
  return [...used].flatMap(([name, devices]) => {
    const nothing: readonly [string, Alter] = ['does nothing that can be seen', () => undefined];
    const sure = surelyActed(name, traces, reading);
    const elsewhere = [...devices].flatMap((deviceId) =>
      all
        .filter((other) => other !== deviceId)
        .map((other): readonly [string, Alter, boolean] => [
          `acts on ${other} in the place of ${deviceId}`,
          (act) => (act.deviceId === deviceId ? { ...act, deviceId: other } : act),
          sure.has(deviceId),
        ]),
    );
    const everywhere = [...(OTHERWISE[name] ?? []), nothing].map(
      ([words, alter]): readonly [string, Alter, boolean] => [words, alter, sure.size > 0],
    );
    return [...everywhere, ...elsewhere].map(([words, alter, refuted]): Rival => ({
      ...placedAt(reading.profile, 'stimuli', name),
      was: `${name} does what it says`,
      now: `${name} ${words}`,
      reading: () =>
        refuted ? undefined : { ...reading, stimulus: (act) => (act.name === name ? alter(act) : act) },
    }));
  });
}

/** Devices that have shown so often what a stimulus had just set that it was no chance. */
function surelyActed(name: string, traces: Traces, reading: ProbeReading): ReadonlySet<string> {
  if (!SURELY_SHOWN.has(name)) return new Set();
  const times = new Map<string, number>();
  for (const trace of traces)
    for (const [deviceId, more] of timesShownAsSet(sightsOf(trace, reading), name))
      times.set(deviceId, (times.get(deviceId) ?? 0) + more);
  return new Set([...times].flatMap(([deviceId, count]) => (count >= SURE_TIMES ? [deviceId] : [])));
}

const SURELY_SHOWN: ReadonlySet<string> = new Set([
  'set-analog',
  'set-sensor',
  'set-input',
  'drop-link',
  'cut-power',
]);
const SURE_TIMES = 2;

/**
 * How often a device has shown the value that a stimulus had set, when it had shown something else before. A reading in which the
 * stimulus does something else explains none of that: it was the same all the time.
 */
export function timesShownAsSet(sights: Sights, name: string): ReadonlyMap<string, number> {
  if (name === 'set-input') return timesTold(sights);
  if (name in OUTAGES) return timesAway(sights, name);
  const times = new Map<string, number>();
  const states = statesOf(sights);
  for (const { act, state } of seenAfter(sights, name)) {
    const before = states.findLast(({ deviceId, to }) => deviceId === act.deviceId && to <= act.at);
    if (!before || act.deviceId === undefined) continue;
    const [was, is] = [isShownAsSet(act, before.peripherals), isShownAsSet(act, state)];
    if (was === false && is === true) times.set(act.deviceId, (times.get(act.deviceId) ?? 0) + 1);
  }
  return times;
}

/** How often an event has told at once that the very input is as it was set: refreshes alone may show it so by chance. */
function timesTold(sights: Sights): ReadonlyMap<string, number> {
  const changes = sightedChanges(sights);
  const told = actsOn(sights, 'set-input').flatMap((act) => {
    const isShown = toldAfter(act, changes).some(
      (event) =>
        event.deviceId === act.deviceId &&
        event.changes.some(({ kind, index }) => kind === 'digitalInput' && index === act.index) &&
        event.peripherals.digitalInputs.some(
          ({ index, active }) => index === act.index && active === act.active,
        ),
    );
    return isShown && act.deviceId !== undefined ? [act.deviceId] : [];
  });
  return countOf(told);
}

/** How often an event has told at once that the very device was away, or was back. */
function timesAway(sights: Sights, name: string): ReadonlyMap<string, number> {
  const told = (OUTAGES[name] ?? []).flatMap(([act, topic]) =>
    actsOn(sights, act).flatMap(({ at, deviceId }) => {
      const isSaid = toldAfter({ at }, sights.events).some((event) => isTold(event, topic, deviceId));
      return isSaid && deviceId !== undefined ? [deviceId] : [];
    }),
  );
  return countOf(told);
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(names)].map((name) => [name, names.filter((of) => of === name).length]));
}
