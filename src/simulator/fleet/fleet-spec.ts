// A fleet as its file describes it, with all defaults filled in and all references resolved.
import type { DeviceAddition } from '../../contract/schemas/device.js';
import type { DeviceSpec } from '../device/schema/profile.js';
import type { FleetFile } from './fleet-file.js';
import type { Dialect } from '../../dialect/dialect.js';
import { isNumeral } from '../../dialect/scalar-codec.js';
import { nameMatcher } from '../../pattern/glob.js';

export interface DeviceIdentity {
  readonly deviceId: string;
  readonly name: string;
  readonly profileId: string;
}

/** What has become of the fleet since it was made. */
export interface FleetChanges {
  readonly added: readonly DeviceAddition[];
  /** Devices of the file that are gone; one of them may have been added anew. */
  readonly removed: readonly string[];
  /** New passwords of devices of the file. */
  readonly passwords: readonly { readonly deviceId: string; readonly password: string }[];
}

export interface FleetSpec {
  readonly seed: number;
  readonly limits: LimitsSpec;
  readonly profiles: readonly ProfileSpec[];
  readonly devices: readonly DeviceEntry[];
  readonly clients: readonly ClientSpec[];
}

export interface ProfileSpec {
  readonly profileId: string;
  readonly model?: string;
  readonly device: DeviceSpec;
}

/** One device, or all that a template stands for. In `name` and `password`, `{n}` is the device's number. */
export interface DeviceEntry {
  readonly ids: IdTemplate;
  readonly name?: string;
  readonly password: string;
  readonly profileId: string;
  /** The profile with the overrides of this entry. */
  readonly device: DeviceSpec;
}

export type ClientSpec = FleetFile['clients'][string] & { readonly clientId: string };

/** The numbers of the service that the file sets; what it leaves out is the service's to choose. Times in ms. */
export type LimitsSpec = FleetFile['limits'];

// Device ids by the thousand: `plant-{0001..5000}` stands for plant-0001 to plant-5000. A template knows its
// ids without listing them, so that a large fleet takes no room.

interface IdTemplate {
  readonly text: string;
  readonly count: number;
  /** The id at a place, from 0. */
  at(place: number): string;
  /** The place of an id; undefined when the template does not stand for it. */
  placeOf(id: string): number | undefined;
  /** The number as the id at a place writes it; empty when the template is one plain id. */
  numberAt(place: number): string;
}

const RANGE = /^([^{}]*)\{(\d{1,9})\.\.(\d{1,9})\}([^{}]*)$/;

/** Undefined when the braces are not those of one ascending range. */
export function parseIdTemplate(text: string): IdTemplate | undefined {
  if (!/[{}]/.test(text)) return plain(text);
  const [, prefix = '', from = '', to = '', suffix = ''] = RANGE.exec(text) ?? [];
  if (from === '' || Number(from) > Number(to)) return undefined;
  return ranged(text, prefix, from, to, suffix);
}

function plain(text: string): IdTemplate {
  return {
    text,
    count: 1,
    at: () => text,
    placeOf: (id) => (id === text ? 0 : undefined),
    numberAt: () => '',
  };
}

function ranged(text: string, prefix: string, from: string, to: string, suffix: string): IdTemplate {
  const first = Number(from);
  const count = Number(to) - first + 1;
  // `{01..12}` pads to two digits; `{1..12}` does not pad.
  const width = from.startsWith('0') ? from.length : 0;
  const numberAt = (place: number): string => String(first + place).padStart(width, '0');
  return {
    text,
    count,
    at: (place) => `${prefix}${numberAt(place)}${suffix}`,
    placeOf: (id) => {
      if (!id.startsWith(prefix) || !id.endsWith(suffix) || id.length <= prefix.length + suffix.length)
        return undefined;
      const digits = id.slice(prefix.length, id.length - suffix.length);
      const place = Number(digits) - first;
      // Compared as text too: `007` is not the number of `{1..12}`, and `7e0` is none at all.
      return place >= 0 && place < count && numberAt(place) === digits ? place : undefined;
    },
    numberAt,
  };
}

// The same fleet under identifiers that are whole numbers, for dialects that write numbers: what has none gets one
// by its place in the file, the same each time.

/** Each entry of the file has a million numbers of its own. */
const EACH = 1_000_000;

export function fleetFor(dialect: Dialect, fleet: FleetSpec): FleetSpec {
  if (dialect.identifiers.device === 'text') return fleet;
  const numbers = fleet.devices.map(({ ids }, at) => numbersFor(ids, at));
  const renamed = (id: string): string[] => {
    const at = fleet.devices.findIndex(({ ids }) => ids.placeOf(id) !== undefined);
    const place = fleet.devices[at]?.ids.placeOf(id);
    const number = place === undefined ? undefined : numbers[at]?.at(place);
    return number === undefined ? [] : [number];
  };
  // A pattern stands for identifiers that are not there any more.
  const seen = (text: string): string[] =>
    text.includes('*') ? matching(text, fleet, renamed) : renamed(text);
  const clientOf = (client: ClientSpec): ClientSpec =>
    client.devices === 'all' ? client : { ...client, devices: client.devices.flatMap(seen) };
  return {
    ...fleet,
    devices: fleet.devices.map((entry, at) => ({ ...entry, ids: numbers[at] ?? entry.ids })),
    clients: fleet.clients.map(clientOf),
  };
}

function numbersFor(ids: DeviceEntry['ids'], at: number): DeviceEntry['ids'] {
  if (isNumeral(ids.at(0))) return ids;
  const first = (at + 1) * EACH + 1;
  return parseIdTemplate(`{${first}..${first + ids.count - 1}}`) ?? ids;
}

function matching(pattern: string, { devices }: FleetSpec, renamed: (id: string) => string[]): string[] {
  const fits = nameMatcher([pattern]);
  const all = devices.flatMap(({ ids }) => Array.from({ length: ids.count }, (_, place) => ids.at(place)));
  return all.filter(fits).flatMap(renamed);
}
