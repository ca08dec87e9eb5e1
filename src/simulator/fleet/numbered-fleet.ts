// The same fleet under identifiers that are whole numbers, for dialects that write numbers: what has none gets one
// by its place in the file, the same each time.
import type { Dialect } from '../../dialect/dialect.js';
import { isNumeral } from '../../dialect/scalar-codec.js';
import type { ClientSpec, DeviceEntry, FleetSpec } from './fleet-spec.js';
import { parseIdTemplate } from './id-template.js';
import { nameMatcher } from '../../pattern/glob.js';

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
