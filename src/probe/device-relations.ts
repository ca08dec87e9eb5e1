// What holds between a device, its lists, its configuration and its profile.
import type {
  DeviceConfig,
  DeviceDetail,
  DeviceList,
  DeviceRecord,
  DeviceState,
  ProfileList,
} from '../contract/schemas/device.js';
import { isNoSuch } from '../harness/target/call.js';
import { isPassing, MASKED } from './command-relations.js';
import { deviceCalled, judged, relation, type Relation, sightedDevices, statesOf } from './relation.js';
import { type EndpointName, ENDPOINTS } from '../contract/endpoints.js';
import { operationFacts } from '../contract/operations.js';
import { grants, type Scope, SCOPES } from '../contract/scopes.js';
import { isObject } from '../kernel/json.js';
import type { SightedExchange, Sights } from './sights.js';

const KINDS = ['relays', 'digitalInputs', 'analogInputs'] as const;

export const DEVICE_RELATIONS: readonly Relation[] = [
  relation('form', function* ({ exchanges, events }) {
    for (const { ok, what, misfit, id } of exchanges)
      if (ok) yield judged(misfit === undefined, id, `${what} does not fit: ${misfit ?? ''}`);
    for (const { topic, misfit } of events)
      yield judged(misfit === undefined, 0, `an event ${topic} does not fit: ${misfit ?? ''}`);
  }),

  relation('device-named', function* ({ exchanges }) {
    for (const { data, what, deviceId = '', id } of exchanges) {
      if ((what !== 'devices.read' && what !== 'device.state.get') || !data) continue;
      const state = data as DeviceState;
      const named = state.device?.deviceId ?? state.deviceId ?? deviceId;
      yield judged(named === deviceId, id, `device ${deviceId} was asked for, and ${named} came`);
    }
  }),

  relation('added-shown', function* (sights) {
    for (const { what, asks, ok, data, from, id } of sights.exchanges) {
      if (what !== 'devices.add' || !ok || !asks || 'newPassword' in asks) continue;
      const reply = (data as { device: DeviceRecord } | undefined)?.device;
      const named = asks.deviceId ?? reply?.deviceId;
      const later = sightedDevices(sights).find(
        ({ device, exchange }) => device.deviceId === named && exchange.from > from,
      );
      for (const shown of [reply, later?.device])
        for (const key of ['deviceId', 'name', 'profileId'] as const) {
          const [wanted, has] = [asks[key], shown?.[key]];
          if (wanted !== undefined && has !== undefined)
            yield judged(has === wanted, id, `a device was added with ${key} ${wanted}, and has ${has}`);
        }
    }
  }),

  relation('password-of-added', function* ({ exchanges }) {
    const added = exchanges.find(({ what, ok }) => what === 'devices.add' && ok);
    const first = exchanges.find(
      ({ what, from, client }) =>
        what === 'devices.password' && added !== undefined && from > added.to && client === added.client,
    );
    if (!first?.asks || !('newPassword' in first.asks) || first.to === Infinity) return;
    const { asks, ok, id, code, status } = first;
    if (asks.currentPassword === undefined || status === 404 || (!ok && isPassing(code))) return;
    // The first change comes with the password that the device was added with; another client may be refused for who it is.
    const isRight = asks.currentPassword === MASKED;
    yield judged(
      ok === isRight,
      id,
      `a device was added, and the change of its password from ${isRight ? 'that' : 'another'} one was ${ok ? 'taken' : 'refused'}`,
    );
  }),

  relation('listed', function* ({ exchanges, profile }) {
    for (const { data, what, id, client, query } of exchanges) {
      if (what !== 'devices.list' || !data) continue;
      const own = profile.clients[client];
      if (!own) continue;
      const list = data as DeviceList;
      const listed = new Set(list.devices.map(({ deviceId }) => deviceId));
      if (!query && isComplete(list)) {
        const missing = Object.entries(profile.devices).filter(
          ([name, { deviceId }]) => (own.devices?.includes(name) ?? true) && !listed.has(deviceId),
        );
        yield judged(
          missing.length === 0,
          id,
          `API client ${client} may access ${missing.map(([name]) => name).join(', ')}, and does not list it`,
        );
      }
      const others = Object.entries(profile.devices).filter(
        ([name, { deviceId }]) => own.devices && !own.devices.includes(name) && listed.has(deviceId),
      );
      yield judged(
        others.length === 0,
        id,
        `API client ${client} lists ${others.map(([name]) => name).join(', ')}, and may not access it`,
      );
    }
  }),

  relation('counted-from-one', function* (sights) {
    for (const { peripherals, exchange } of statesOf(sights))
      for (const kind of KINDS) {
        const indices = peripherals[kind].map(({ index }) => index);
        if (indices.length === 0) continue;
        const isWhole = Math.min(...indices) === 1 && Math.max(...indices) === indices.length;
        yield judged(
          isWhole,
          exchange,
          `${kind} are ${indices.join(', ')}, and should be 1 to ${indices.length}`,
        );
      }
  }),

  relation('profile-counts', function* (sights) {
    const profiles = sights.exchanges.flatMap(({ data, what, id }) =>
      what === 'profiles.list' && data ? (data as ProfileList).profiles.map((each) => ({ ...each, id })) : [],
    );
    if (profiles.length === 0) return;
    for (const { data, what } of sights.exchanges) {
      if (what !== 'devices.read' || !data) continue;
      const { device, peripherals } = data as DeviceDetail;
      if (device.profileId === undefined) continue;
      const own = profiles.find(({ profileId }) => profileId === device.profileId);
      const named = profiles.map(({ profileId }) => profileId).join(', ');
      yield judged(
        own !== undefined,
        profiles[0]?.id ?? 0,
        `device ${device.deviceId} has the profile ${device.profileId}, and the profiles are ${named}`,
      );
      for (const kind of [...KINDS, 'sensors'] as const) {
        const count = own?.[kind];
        if (count === undefined) continue;
        const has = peripherals[kind].length;
        yield judged(
          has === count,
          own?.id ?? 0,
          `a profile with ${count} ${kind}, and a device that has ${has}`,
        );
      }
    }
  }),

  relation('config-of-device', function* (sights) {
    const states = new Map(statesOf(sights).map(({ deviceId, peripherals }) => [deviceId, peripherals]));
    for (const { data, what, deviceId = '', id } of sights.exchanges) {
      const state = states.get(deviceId);
      if (what !== 'devices.config' || !data || !state) continue;
      const { relays, baudRate } = data as DeviceConfig;
      const [own, shown] = [relays, state.relays].map((all) =>
        all
          .map(({ index }) => index)
          .toSorted((a, b) => a - b)
          .join(', '),
      );
      if (relays.length > 0)
        yield judged(own === shown, id, `a configuration of relays ${own}, and a state of ${shown}`);
      if (baudRate !== undefined) yield judged(isPlausibleRate(baudRate), id, `a baud rate of ${baudRate}`);
      for (const { jogDuration } of relays)
        yield judged(
          jogDuration >= 10 && jogDuration <= LONGEST_JOG,
          id,
          `a jog duration of ${jogDuration} ms`,
        );
    }
  }),

  relation('online-answers', function* (sights) {
    const { exchanges, acts } = sights;
    if (acts.some(({ name }) => /link|power/.test(name))) return;
    const answering = new Set(statesOf(sights).map(({ deviceId }) => deviceId));
    const gone = new Set(
      exchanges.flatMap(({ ok, deviceId, status }) => (ok || status !== 409 ? [] : (deviceId ?? []))),
    );
    for (const { device, exchange } of sightedDevices(sights)) {
      if (!answering.has(device.deviceId) || gone.has(device.deviceId)) continue;
      if (device.online !== undefined)
        yield judged(device.online, exchange.id, `device ${device.deviceId} is shown offline, and answers`);
      if (device.powered !== undefined)
        yield judged(
          device.powered,
          exchange.id,
          `device ${device.deviceId} is shown without power, and answers`,
        );
    }
  }),

  relation('refusal-known', function* ({ exchanges, dialect }) {
    for (const { ok, code, status, id, channel } of exchanges) {
      if (ok || code === undefined) continue;
      const known = dialect.canonicalCode(code);
      yield judged(known !== undefined, id, `the code ${code} is not known`);
      if (known === undefined || channel === 'ws' || status === undefined) continue;
      const own = dialect.error(known);
      if (own.code === code)
        yield judged(own.status === status, id, `${code} came with ${status}, and should with ${own.status}`);
    }
  }),

  relation('no-such', function* ({ exchanges, dialect }) {
    for (const { what, deviceId, commandId, code, id } of exchanges) {
      if (code === undefined) continue;
      const expected =
        what === 'commands.read' && commandId !== undefined && isNoSuch(commandId)
          ? 'COMMAND_NOT_FOUND'
          : what === 'devices.read' && deviceId !== undefined && isNoSuch(deviceId)
            ? 'DEVICE_NOT_FOUND'
            : undefined;
      if (expected === undefined || /RATE_LIMITED|INTERNAL|AUTH|DISABLED/.test(code)) continue;
      const wire = dialect.error(expected).code;
      yield judged(code === wire, id, `what does not exist is refused with ${code}, and not with ${wire}`);
    }
  }),
];

function isComplete({ devices, nextCursor, more = false, pages = 1, total = 0 }: DeviceList): boolean {
  return nextCursor === undefined && !more && pages < 2 && total <= devices.length;
}

const LONGEST_JOG = 24 * 3_600_000;

function isPlausibleRate(rate: number): boolean {
  return rate >= 50 && rate <= 10_000_000;
}

// What holds between the API clients of the profile, and what the target grants and refuses them.

export const CLIENT_RELATIONS: readonly Relation[] = [
  relation('scopes-granted', function* ({ exchanges, profile, acts }) {
    for (const exchange of exchanges) {
      const { client, id, code, ok, raw, what } = exchange;
      const own = profile.clients[client];
      if (!own) continue;
      if (what === 'token.create' && ok && isObject(raw) && Array.isArray(raw['scopes'])) {
        const given = SCOPES.filter((scope) => (raw['scopes'] as unknown[]).includes(scope));
        const same =
          given.every((each) => grants(own.scopes, each)) && own.scopes.every((each) => grants(given, each));
        yield judged(
          same,
          id,
          `API client ${client} holds ${given.join(', ')}, and the profile gives it ${own.scopes.join(', ')}`,
        );
      }
      const needed = scopeOf(exchange);
      if (needed === undefined || acts.some(({ name }) => name === 'expire-tokens')) continue;
      const may = grants(own.scopes, needed);
      if (code === 'AUTH_SCOPE_DENIED')
        yield judged(
          !may,
          id,
          `API client ${client} has ${needed} by the profile, and is refused for want of it`,
        );
      else if (ok)
        yield judged(may, id, `API client ${client} has no ${needed} by the profile, and was not refused`);
    }
  }),

  relation('devices-accessible', function* ({ exchanges, profile }) {
    for (const { client, deviceId, what, ok, status, id, code } of exchanges) {
      const own = profile.clients[client];
      const device = deviceCalled(profile, deviceId);
      if (!own || !device || (what !== 'devices.read' && what !== 'devices.config')) continue;
      const may = own.devices?.includes(device[0]) ?? true;
      if (ok)
        yield judged(
          may,
          id,
          `API client ${client} may not access ${device[0]} by the profile, and has read it`,
        );
      else if (status === 404 || (status === 403 && code !== 'AUTH_SCOPE_DENIED'))
        yield judged(
          !may,
          id,
          `API client ${client} may access ${device[0]} by the profile, and is refused: ${code ?? ''}`,
        );
    }
  }),

  relation('client-disabled', function* ({ exchanges, acts, profile }) {
    for (const { client, code, id, to } of exchanges)
      if (code === 'APP_DISABLED' && client in profile.clients)
        yield judged(
          acts.some((act) => act.name === 'disable-client' && act.client === client && act.at <= to),
          id,
          `API client ${client} is refused as disabled, and nothing has disabled it`,
        );
    for (const act of acts) {
      if (act.name !== 'disable-client' && act.name !== 'expire-tokens') continue;
      const { client = '' } = act;
      if (!(client in profile.clients)) continue;
      const next = acts.find((each) => each.at > act.at && each.client === client);
      const after = exchanges.filter(
        (each) => each.client === client && each.from > act.at && each.to < (next?.at ?? Infinity),
      );
      const renewed = after.findIndex(({ what }) => what === 'token.create');
      const own = act.name === 'expire-tokens' && renewed >= 0 ? after.slice(0, renewed) : after;
      // It may take a while until it holds: what is refused sooner shows that it did.
      for (const { ok, id, what, channel, from } of own)
        if (channel === 'rest' && (!ok || from > act.at + 1000))
          yield judged(!ok, id, `${act.name} for ${client}, and ${what} succeeds`);
    }
  }),
];

/** A client whose tokens were to expire was refused then, before it had another one. */
export function hasSeenExpiry({ acts, exchanges }: Sights): boolean {
  return acts
    .filter(({ name }) => name === 'expire-tokens')
    .some(({ client, at }) => {
      const own = exchanges.filter((each) => each.client === client && each.what !== 'token.create');
      const after = own.findIndex(({ from, status }) => from >= at && status === 401);
      return own[after - 1]?.ok === true;
    });
}

function scopeOf({ what, operation, readable }: SightedExchange): Scope | undefined {
  if (operation) return operationFacts(operation.name).scope;
  if (!readable || !Object.hasOwn(ENDPOINTS, what)) return undefined;
  const { access } = ENDPOINTS[what as EndpointName];
  return SCOPES.find((scope) => scope === access);
}
