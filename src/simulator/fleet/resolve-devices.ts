// The devices of a fleet file: ids and templates, each with its profile and its overrides.
import type { Problem } from '../../document/problem.js';
import { problemAt, unknownName } from '../../document/validate.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import { problemsOf, problemsOfOverrides } from './check-device.js';
import type { DeviceEntry, ProfileSpec } from './fleet-spec.js';
import { parseIdTemplate } from './id-template.js';
import { resolveOverrides } from './resolve-profile.js';
import { sharedId } from './roster.js';
import type { DeviceFile } from './schema/fleet-file.js';

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
