// Reads a fleet file: checks it, fills in the defaults and resolves what refers to what.
import {
  type DeviceSpec,
  DEFAULT_POWER,
  DEFAULT_TIMING,
  type PowerSpec,
  type TimingSpec,
  type OverridesFile,
  type ProfileFile,
} from '../device/schema/profile.js';
import type { Problem } from '../../document/problem.js';
import { problemAt, unknownName, validate } from '../../document/validate.js';
import { type ReadResult, type YamlDocument, readYaml } from '../../document/yaml-document.js';
import {
  type DeviceEntry,
  type ProfileSpec,
  parseIdTemplate,
  type ClientSpec,
  type FleetSpec,
} from './fleet-spec.js';
import { sharedId, createRoster, type Roster } from './inventory.js';
import { type DeviceFile, type FleetFile, fleetFileSchema } from './fleet-file.js';
import type { LoadText } from '../device/schema/signals.js';
import { defined } from '../../kernel/defined.js';
import { closest } from '../../kernel/did-you-mean.js';

// What a schema cannot say about one device: wires lead to inputs that exist, overrides keep the channels.

/** Keys of the profile or of the overrides, and what is wrong below them. */
interface DeviceProblem {
  readonly key: string;
  readonly message: string;
}

function problemsOf(device: DeviceSpec): DeviceProblem[] {
  const taken = new Map<number, number>();
  return device.relays.flatMap(({ wiredTo }, at): DeviceProblem[] => {
    if (!wiredTo) return [];
    const relay = at + 1;
    const { input } = wiredTo;
    const other = taken.get(input);
    taken.set(input, relay);
    const wrong = (why: string): DeviceProblem[] => [
      { key: 'relays', message: `relay ${relay} is wired to input ${input}, ${why}` },
    ];
    const count = device.digitalInputs.length;
    if (input > count) return wrong(`but there are ${count} digital inputs`);
    if (other !== undefined) return wrong(`which relay ${other} drives already`);
    if (device.digitalInputs[input - 1]?.pattern) return wrong('which follows a pattern');
    return [];
  });
}

/** A device has the channels that its profile announces; only how they behave may differ. */
function problemsOfOverrides(profile: DeviceSpec, device: DeviceSpec): DeviceProblem[] {
  const groups = ['relays', 'digitalInputs', 'analogInputs'] as const;
  const diagnostics = groups.flatMap((key): DeviceProblem[] => {
    const [expected, found] = [profile[key].length, device[key].length];
    return expected === found
      ? []
      : [{ key, message: `${key} has ${found} channels; the profile has ${expected}` }];
  });
  const keys = (spec: DeviceSpec): string => spec.sensors.map(({ key }) => key).join(', ');
  if (keys(profile) !== keys(device)) {
    diagnostics.push({
      key: 'sensors',
      message: `sensors are ${keys(device)}; the profile has ${keys(profile)}`,
    });
  }
  if (device.rs485 && !profile.rs485) {
    diagnostics.push({ key: 'rs485', message: 'there is an RS485 port; the profile has none' });
  }
  return diagnostics;
}

// From what a file says of a profile and of one device to the spec of the device.

export function resolveProfiles(
  document: YamlDocument,
  { profiles = {}, timing }: Partial<Pick<FleetFile, 'profiles' | 'timing'>>,
  problems: Problem[],
): ProfileSpec[] {
  return Object.entries(profiles).map(([profileId, profile]) => {
    const device = resolveProfile(profile, timing);
    for (const { key, message } of problemsOf(device))
      problems.push(problemAt(document, ['profiles', profileId, key], message));
    return defined({ profileId, device, model: profile.model });
  });
}

function resolveProfile(profile: ProfileFile, timing: Partial<TimingSpec> = {}): DeviceSpec {
  return {
    relays: channelsIn(profile.relays),
    digitalInputs: channelsIn(profile.digitalInputs),
    analogInputs: channelsIn(profile.analogInputs),
    sensors: profile.sensors,
    ...(profile.rs485 ? { rs485: profile.rs485 } : {}),
    timing: { ...DEFAULT_TIMING, ...timing, ...profile.timing },
    power: { ...DEFAULT_POWER, ...profile.power },
  };
}

/** Devices without overrides share the spec of their profile. */
function resolveOverrides(profile: DeviceSpec, overrides: OverridesFile | undefined): DeviceSpec {
  if (!overrides) return profile;
  const { relays, digitalInputs, analogInputs, sensors, rs485, timing, power } = overrides;
  return {
    ...profile,
    ...(relays ? { relays: channelsIn(relays) } : {}),
    ...(digitalInputs ? { digitalInputs: channelsIn(digitalInputs) } : {}),
    ...(analogInputs ? { analogInputs: channelsIn(analogInputs) } : {}),
    ...(sensors ? { sensors } : {}),
    ...(rs485 ? { rs485 } : {}),
    timing: { ...profile.timing, ...timing } satisfies TimingSpec,
    power: { ...profile.power, ...power } satisfies PowerSpec,
  };
}

function channelsIn<T extends { readonly count: number }>(entries: readonly T[]): Omit<T, 'count'>[] {
  return entries.flatMap(({ count, ...entry }) => Array.from({ length: count }, () => entry));
}

// The devices of a fleet file: ids and templates, each with its profile and its overrides.

const MOST_DEVICES = 1_000_000;

export function resolveDevices(
  document: YamlDocument,
  files: readonly DeviceFile[],
  profiles: ReadonlyMap<string, ProfileSpec>,
  problems: Problem[],
): DeviceEntry[] {
  const entries: DeviceEntry[] = [];
  const places: number[] = [];
  for (const [at, file] of files.entries()) {
    const entry = resolveDevice(document, file, at, profiles, problems);
    if (!entry) continue;
    entries.push(entry);
    places.push(at);
  }
  const count = entries.reduce((sum, { ids }) => sum + ids.count, 0);
  if (count > MOST_DEVICES) {
    problems.push(problemAt(document, ['devices'], `${count} devices; a fleet has ${MOST_DEVICES} at most`));
    return entries;
  }
  for (const [nth, id] of duplicates(entries)) {
    const path = ['devices', places[nth] ?? 0, 'deviceId'];
    problems.push(problemAt(document, path, `device "${id}" is there already`));
  }
  return entries;
}

function resolveDevice(
  document: YamlDocument,
  file: DeviceFile,
  at: number,
  profiles: ReadonlyMap<string, ProfileSpec>,
  problems: Problem[],
): DeviceEntry | undefined {
  const path = ['devices', at];
  const ids = parseIdTemplate(file.deviceId);
  if (!ids) {
    const hint = 'A template has one ascending range, such as plant-{0001..5000}.';
    problems.push(problemAt(document, [...path, 'deviceId'], `"${file.deviceId}" is no id template`, hint));
  }
  const profile = profiles.get(file.profile);
  if (!profile) {
    problems.push(unknownName(document, [...path, 'profile'], 'profile', file.profile, profiles.keys()));
  }
  if (!ids || !profile) return undefined;
  const device = resolveOverrides(profile.device, file.overrides);
  const diagnostics = file.overrides
    ? [...problemsOfOverrides(profile.device, device), ...problemsOf(device)]
    : [];
  for (const { key, message } of diagnostics) {
    problems.push(problemAt(document, [...path, 'overrides', key], message));
  }
  const { name, password } = file;
  return { ids, password, profileId: file.profile, device, ...(name === undefined ? {} : { name }) };
}

/** Entries that repeat an id of an earlier one, and that id. */
function duplicates(entries: readonly DeviceEntry[]): [nth: number, id: string][] {
  const single = new Set<string>();
  const templates: DeviceEntry[] = [];
  const found: [number, string][] = [];
  for (const [nth, entry] of entries.entries()) {
    const alone = entry.ids.count === 1;
    const id = entry.ids.at(0);
    const repeated =
      alone && single.has(id)
        ? id
        : (first(templates, (other) => sharedId(entry, other)) ??
          (alone
            ? undefined
            : first(single, (other) => (entry.ids.placeOf(other) === undefined ? undefined : other))));
    if (repeated !== undefined) found.push([nth, repeated]);
    if (alone) single.add(id);
    else templates.push(entry);
  }
  return found;
}

function first<T>(items: Iterable<T>, pick: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const picked = pick(item);
    if (picked !== undefined) return picked;
  }
  return undefined;
}

/** @param load gives the text of a CSV file that a replay names; without it, only inline CSV is known. */
export function parseFleet(
  text: string,
  fileName: string,
  load: LoadText = () => undefined,
): ReadResult<FleetSpec> {
  const document = readYaml(text, fileName);
  if (!document.ok) return document;
  const file = validate(document.value, fleetFileSchema(load));
  if (!file.ok) return file;
  const problems: Problem[] = [];
  const fleet = resolve(document.value, file.value, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: fleet };
}

function resolve(document: YamlDocument, file: FleetFile, problems: Problem[]): FleetSpec {
  const profiles = resolveProfiles(document, file, problems);
  const byId = new Map(profiles.map((profile) => [profile.profileId, profile]));
  const devices = resolveDevices(document, file.devices, byId, problems);
  const clients = resolveClients(document, file.clients, devices, problems);
  return { seed: file.seed, limits: file.limits, profiles, devices, clients };
}

// The API clients of a fleet file, with the devices that they see.

/** Among more ids than this, a suggestion for a mistyped one is not looked for. */
const MOST_SUGGESTIONS = 10_000;

function resolveClients(
  document: YamlDocument,
  clients: FleetFile['clients'],
  devices: readonly DeviceEntry[],
  problems: Problem[],
): ClientSpec[] {
  const roster = createRoster(devices);
  return Object.entries(clients).map(([clientId, client]): ClientSpec => {
    if (client.devices === 'all') return { clientId, ...client, devices: 'all' };
    const seen = client.devices.flatMap((text, at) => {
      const ids = idsOf(text);
      const unknown = ids.find((id) => !id.includes('*') && !roster.find(id));
      if (unknown !== undefined) {
        problems.push(
          problemAt(
            document,
            ['clients', clientId, 'devices', at],
            `unknown device "${unknown}"`,
            hintFor(unknown, roster),
          ),
        );
      }
      return ids;
    });
    return { clientId, ...client, devices: seen };
  });
}

function idsOf(text: string): string[] {
  const ids = parseIdTemplate(text);
  return ids ? Array.from({ length: ids.count }, (_, place) => ids.at(place)) : [text];
}

function hintFor(id: string, roster: Roster): string {
  const near =
    roster.count > MOST_SUGGESTIONS
      ? undefined
      : closest(
          id,
          Array.from(roster.ids(), ([known]) => known),
        );
  return near === undefined
    ? 'For devices that are added later, write a pattern such as "lab-*".'
    : `Did you mean "${near}"?`;
}
