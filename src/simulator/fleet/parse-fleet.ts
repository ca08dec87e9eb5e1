// Reads a fleet file: checks it, fills in the defaults and resolves what refers to what.
import type { Problem } from '../../document/problem.js';
import { problemAt, validate } from '../../document/validate.js';
import { readYaml, type YamlDocument } from '../../document/yaml-document.js';
import { problemsOf } from './check-device.js';
import type { FleetSpec, ProfileSpec } from './fleet-spec.js';
import { resolveClients } from './resolve-clients.js';
import { resolveDevices } from './resolve-devices.js';
import { resolveProfile } from './resolve-profile.js';
import { type FleetFile, fleetFileSchema } from './schema/fleet-file.js';
import type { LoadText } from './schema/signals.js';

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
