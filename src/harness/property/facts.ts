// What random programs on a target can be made of: the devices, channels, clients and acts that its profile offers.
import type { Feature } from '../../contract/features.js';
import type { Scope } from '../../contract/scopes.js';
import type { DeviceProfileEntry, Profile } from '../profile/profile.js';
import type { StimulusName } from '../profile/stimuli/catalogue.js';
import type { Offers } from '../stimuli/offers.js';
import { groupBy } from '../../kernel/group-by.js';

/** The names that programs give to what they use: the same in every program, so that any two can be compared. */
export const DEVICE_NAMES = ['plant', 'annex'] as const;
export type DeviceName = (typeof DEVICE_NAMES)[number];
export const CLIENT_NAMES = ['first', 'second'] as const;
export const CONNECTION_NAMES = ['left', 'right'] as const;
export type ConnectionName = (typeof CONNECTION_NAMES)[number];
export const RELAY_NAMES = ['lamp', 'pump', 'fan'] as const;
/** Those between them, on a device with more: only what switches all relays in one request speaks of them. */
export const FURTHER_RELAYS: readonly string[] = Array.from({ length: 13 }, (_, at) => `further${at + 1}`);

export interface DeviceFacts {
  readonly name: DeviceName;
  /** Its name in the profile. */
  readonly profileName: string;
  readonly entry: DeviceProfileEntry;
  /** Relays that may be switched, by the names that programs give them; none in a run that switches nothing. */
  readonly relays: readonly string[];
  readonly further?: readonly string[];
  readonly rs485: DeviceProfileEntry['rs485'];
  /** Stimuli that the profile declares for it, with a channel for each that needs one. */
  readonly stimuli: readonly StimulusName[];
  /** Somebody can tell how many operations it has carried out. */
  readonly counted?: boolean;
}

export interface ClientFacts {
  readonly name: (typeof CLIENT_NAMES)[number];
  readonly profileName: string;
  readonly scopes: readonly Scope[];
}

export interface ProgramFacts {
  readonly devices: readonly DeviceFacts[];
  readonly clients: readonly ClientFacts[];
  readonly connections: readonly ConnectionName[];
  /** Somebody can tell how many operations a device has carried out. */
  readonly witness: boolean;
  /** Relays cannot be told to go off by themselves. */
  readonly noJog?: boolean;
  /** There is no endpoint for one relay. */
  readonly noSingle?: boolean;
  /** How many of the programs are for this tenant, relative to those for others; default: one. */
  readonly share?: number;
}

const STIMULI: readonly StimulusName[] = [
  'set-input',
  'set-analog',
  'set-sensor',
  'inject-rs485',
  'cut-power',
  'drop-link',
];

/** What the programs of a tenant are drawn for, and all devices that they can be bound to. */
export interface ProgramPool {
  readonly facts: ProgramFacts;
  /**
   * For each name of the facts the devices that are alike in all that a program can tell of them, the one of the
   * facts among them: a program runs on any of these. Two names have the same devices or none in common.
   */
  readonly alike: ReadonlyMap<DeviceName, readonly DeviceFacts[]>;
}

/** One for each tenant of the profile that programs can be written for, as `tenantsOf` orders them. */
export function poolsOf(
  profile: Profile,
  offers: Offers,
  options: { readonly actuate: boolean },
): readonly ProgramPool[] {
  return tenantsOf(profile).flatMap((tenant) => poolOf(profile, tenant, offers, options) ?? []);
}

function poolOf(
  profile: Profile,
  tenant: Tenant,
  offers: Offers,
  { actuate }: { readonly actuate: boolean },
): ProgramPool | undefined {
  const { without = [] } = profile;
  const clients = chooseClients(profile, tenant);
  const all = Object.entries(profile.devices)
    .filter(([name]) => tenant.devices.includes(name))
    .toSorted(([, a], [, b]) => richness(b) - richness(a))
    .map(([profileName, entry]) => describe(profileName, withoutWhat(entry, without), offers, actuate));
  const devices = DEVICE_NAMES.flatMap((name, at): DeviceFacts[] => {
    const device = all[at];
    return device ? [{ ...device, name }] : [];
  });
  if (devices.length === 0) return undefined;
  const alike = devices.map(({ name, ...device }) => {
    const others = all.filter((each) => shapeOf(each) === shapeOf(device));
    return [name, others.map((each) => ({ ...each, name }))] as const;
  });
  const witness = devices.every(({ profileName }) => offers('executions', profileName).kind === 'ok');
  return {
    facts: {
      devices,
      clients,
      connections: CONNECTION_NAMES,
      witness,
      share: new Set(alike.flatMap(([, each]) => each.map(({ profileName }) => profileName))).size,
      ...(without.includes('jog-action') && { noJog: true }),
      ...(without.includes('compatibility-endpoint') && { noSingle: true }),
    },
    alike: new Map(alike),
  };
}

/**
 * One device, one client, one connection: what happens there happens closer together, and costs less to try.
 * Most faults show in the smallest world that has them.
 */
export function smallestWorld({ clients, connections, ...facts }: ProgramFacts): ProgramFacts {
  return {
    ...withOneDevice({ ...facts, clients, connections }),
    clients: clients.slice(0, 1),
    connections: connections.slice(0, 1),
  };
}

export function withOneDevice({ devices, ...facts }: ProgramFacts): ProgramFacts {
  return { ...facts, devices: devices.slice(0, 1) };
}

type Device = Omit<DeviceFacts, 'name'>;

function describe(profileName: string, entry: DeviceProfileEntry, offers: Offers, actuate: boolean): Device {
  const stimuli = STIMULI.filter(
    (each) => offers(each, profileName).kind === 'ok' && hasChannel(entry, each),
  );
  const relays = actuate ? RELAY_NAMES.slice(0, entry.relays.length) : [];
  const further = FURTHER_RELAYS.slice(
    0,
    actuate ? Math.max(0, entry.relays.length - RELAY_NAMES.length) : 0,
  );
  const counted = offers('executions', profileName).kind === 'ok';
  return { profileName, entry, relays, further, rs485: actuate ? entry.rs485 : undefined, stimuli, counted };
}

/** What the target does not have is of no use in a program. */
function withoutWhat(entry: DeviceProfileEntry, without: readonly Feature[]): DeviceProfileEntry {
  const { rs485, inputs, analogInputs, sensors, ...rest } = entry;
  return {
    ...rest,
    ...(rs485 && !without.includes('rs485') && { rs485 }),
    ...(inputs && !without.includes('digital-inputs') && { inputs }),
    ...(analogInputs && !without.includes('analog-inputs') && { analogInputs }),
    ...(sensors && !without.includes('sensors') && { sensors }),
  };
}

/** What a program can tell of a device. */
function shapeOf({ relays, further, rs485, stimuli, counted }: Device): string {
  return JSON.stringify({ relays, further, rs485: Object.keys(rs485 ?? {}), stimuli, counted });
}

function chooseClients({ clients }: Profile, tenant: Tenant): readonly ClientFacts[] {
  return tenant.clients.slice(0, CLIENT_NAMES.length).flatMap((profileName, at): ClientFacts[] => {
    const [name, client] = [CLIENT_NAMES[at], clients[profileName]];
    return name && client ? [{ name, profileName, scopes: client.scopes }] : [];
  });
}

function richness({ relays, rs485, inputs = [] }: DeviceProfileEntry): number {
  const bytes = Number(rs485?.answered !== undefined) + Number(rs485?.unanswered !== undefined);
  return Math.min(relays.length, 3) + bytes * 2 + Math.min(inputs.length, 1);
}

function hasChannel(entry: DeviceProfileEntry, stimulus: StimulusName): boolean {
  switch (stimulus) {
    case 'set-input':
      return (entry.inputs ?? []).length > 0;
    case 'set-analog':
      return (entry.analogInputs ?? []).length > 0;
    case 'set-sensor':
      return (entry.sensors ?? []).length > 0;
    case 'inject-rs485':
      return entry.rs485?.answered !== undefined;
    default:
      return true;
  }
}

// The tenants of a profile: devices that some API clients may use, and those clients. Programs run for each of them.

interface Tenant {
  /** By their names in the profile. */
  readonly devices: readonly string[];
  /** Those who may use all of its devices, by name: its own come first, then those of a larger tenant. */
  readonly clients: readonly string[];
}

/** The others of a profile with more are as those with which most can be tried. */
const MOST_TENANTS = 8;

/** Those with which most can be tried first: with the most permissions, then with the most devices. */
export function tenantsOf({ clients, devices }: Profile): readonly Tenant[] {
  const every = Object.keys(devices);
  const users = Object.entries(clients).flatMap(([name, { scopes, devices: own = every }]) => {
    const visible = every.filter((device) => own.includes(device));
    return scopes.length === 0 || visible.length === 0 ? [] : [{ name, power: powers(scopes), visible }];
  });
  const groups = groupBy(users, ({ visible }) => JSON.stringify(visible));
  const tenants = [...groups.values()].map((group) => {
    const { visible = [] } = group[0] ?? {};
    const strength = Math.max(...group.map(({ power }) => power));
    return { visible, own: new Set(group), rank: strength * (every.length + 1) + visible.length };
  });
  return tenants
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, MOST_TENANTS)
    .map(({ visible, own }) => {
      const able = users.filter((user) => visible.every((device) => user.visible.includes(device)));
      const rankOf = (user: (typeof users)[number]): number =>
        (user.power > 0 ? 2 * MOST_POWER : 0) + (own.has(user) ? MOST_POWER : 0) + user.power;
      const ranked = able.toSorted((a, b) => rankOf(b) - rankOf(a));
      return { devices: visible, clients: ranked.map(({ name }) => name) };
    });
}

const MOST_POWER = 4;

/** What can be tried with permissions, as a number less than MOST_POWER. */
function powers(scopes: readonly Scope[]): number {
  return Number(scopes.includes('device:control')) * 2 + Number(scopes.includes('device:config'));
}
