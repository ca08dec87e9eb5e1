// Reads a fleet file: checks it, fills in the defaults and resolves what refers to what.
import type { Problem } from '../../document/problem.js';
import { problemAt, validate } from '../../document/validate.js';
import { readYaml, type YamlDocument } from '../../document/yaml-document.js';
import { problemsOf } from './check-device.js';
import type { ClientSpec, DeviceEntry, FleetSpec, ProfileSpec } from './fleet-spec.js';
import { resolveDevices } from './resolve-devices.js';
import { resolveProfile } from './resolve-profile.js';
import { type FleetFile, fleetFileSchema } from './schema/fleet-file.js';
import type { LoadText } from './schema/signals.js';
import { closest } from '../../kernel/closest.js';
import { parseIdTemplate } from './id-template.js';
import { createRoster, type Roster } from './roster.js';

export type ParsedFleet =
  | { readonly ok: true; readonly fleet: FleetSpec }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** @param load gives the text of a CSV file that a replay names; without it, only inline CSV is known. */
export function parseFleet(text: string, fileName: string, load: LoadText = () => undefined): ParsedFleet {
  const document = readYaml(text, fileName);
  if (!document.ok) return document;
  const file = validate(document.value, fleetFileSchema(load));
  if (!file.ok) return file;
  const problems: Problem[] = [];
  const fleet = resolve(document.value, file.value, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, fleet };
}

function resolve(document: YamlDocument, file: FleetFile, problems: Problem[]): FleetSpec {
  const profiles = Object.entries(file.profiles).map(([profileId, profile]): ProfileSpec => {
    const device = resolveProfile(profile, file.timing);
    for (const { key, message } of problemsOf(device)) {
      problems.push(problemAt(document, ['profiles', profileId, key], message));
    }
    return { profileId, device, ...(profile.model === undefined ? {} : { model: profile.model }) };
  });
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
            hint(unknown, roster),
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

function hint(id: string, roster: Roster): string {
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
