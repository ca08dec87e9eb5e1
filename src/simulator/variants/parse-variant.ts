// From the text of a variant to a fleet with its differences, or to all that is wrong with it.
import type { Problem } from '../../document/problem.js';
import { problemAt, unknownName, validate } from '../../document/validate.js';
import { type ReadResult, readYaml, type YamlDocument } from '../../document/yaml-document.js';
import { type KnownNames, readOrders } from '../faults/plan/parse-fault-plan.js';
import type { FleetSpec } from '../fleet/fleet-spec.js';
import { allStyles } from '../styles/registry.js';
import { resolveDevices, resolveProfiles } from '../fleet/parse-fleet.js';
import type { FaultOrder } from '../faults/order.js';
import * as z from 'zod';
import { fleetFileSchema } from '../fleet/fleet-file.js';

/** The fleet that a variant changes; variants of one service are read one upon the other. */
export interface VariantBase {
  readonly fleet: FleetSpec;
  /** The names that faults may use with a fleet. */
  readonly namesOf: (fleet: FleetSpec) => KnownNames;
}

/** @param file what problems call the file. */
export function parseVariant(text: string, file: string, base: VariantBase): ReadResult<Variant> {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const document = read.value;
  const parsed = validate(document, variantFileSchema);
  if (!parsed.ok) return parsed;
  const { title, why, dialect, shared, styles = [] } = parsed.value;
  const problems: Problem[] = styleProblems(document, styles);
  const fleet = amended(document, base.fleet, parsed.value, problems);
  if (problems.length > 0) return { ok: false, problems };
  const faults = readOrders(document, parsed.value.faults?.length ?? 0, base.namesOf(fleet));
  if (!faults.ok) return faults;
  return { ok: true, value: { title, why, fleet, dialect, faults: faults.value, styles, shared } };
}

function styleProblems(document: YamlDocument, styles: readonly string[]): Problem[] {
  const known = allStyles().map(({ id }) => id);
  return styles.flatMap((id, at) => {
    if (!known.includes(id)) return [unknownName(document, ['styles', at], 'style', id, known)];
    return styles.indexOf(id) === at ? [] : [problemAt(document, ['styles', at], `"${id}" is there twice`)];
  });
}

function amended(document: YamlDocument, base: FleetSpec, file: VariantFile, problems: Problem[]): FleetSpec {
  const own = resolveProfiles(document, { profiles: file.profiles ?? {} }, problems);
  const byId = new Map([...base.profiles, ...own].map((profile) => [profile.profileId, profile]));
  const before = new Map(base.profiles.map((profile) => [profile.profileId, profile.device]));
  // Devices with overrides of their own keep what they have.
  const kept = base.devices.map((entry) => {
    const device = byId.get(entry.profileId)?.device;
    return device && entry.device === before.get(entry.profileId) ? { ...entry, device } : entry;
  });
  const added = resolveDevices(document, file.devices ?? [], byId, problems);
  const { limits } = base;
  return {
    ...base,
    limits: { ...limits, ...file.limits, quotas: { ...limits.quotas, ...file.limits?.quotas } },
    profiles: [...byId.values()],
    devices: [...kept, ...added],
  };
}

// A variant: a service that differs from the usual one, and keeps the interface. A check that fails on it is wrong.

export interface Variant {
  readonly title: string;
  /** What in the interface leaves it free. */
  readonly why: string;
  /** The fleet that it was read for, with its differences. */
  readonly fleet: FleetSpec;
  /** The name or the path of a dialect, as the file has it. */
  readonly dialect: string | undefined;
  readonly faults: readonly FaultOrder[];
  /** Ids of styles. */
  readonly styles: readonly string[];
  /** Others use the devices, too: the profile of a target says so. */
  readonly shared: boolean;
}

// The file of a variant as it is written.

const { limits, profiles, devices } = fleetFileSchema(() => undefined).shape;

/** What a variant may differ in. */
const DIFFERENCES = ['dialect', 'limits', 'profiles', 'devices', 'faults', 'styles'] as const;

export const variantFileSchema = z
  .strictObject({
    title: z.string().min(1).describe('What one will see, in a sentence'),
    why: z.string().min(1).describe('What in the interface leaves it free'),
    dialect: z.string().min(1).optional().describe('A dialect by name, or the path of its file'),
    limits: limits.unwrap().optional().describe('Numbers of the service, as in a fleet file'),
    profiles: profiles.optional().describe('Device profiles in place of those of the fleet, or beside them'),
    devices: devices.unwrap().optional().describe('Devices beside those of the fleet'),
    faults: z.array(z.unknown()).min(1).optional().describe('As in a fault plan'),
    styles: z.array(z.string()).min(1).optional().describe('Styles of the service by their ids'),
    shared: z.boolean().default(false).describe('Others use the devices, too; a target profile would say so'),
  })
  .refine((file) => DIFFERENCES.some((key) => file[key] !== undefined), {
    error: `a variant differs in one of ${DIFFERENCES.join(', ')}`,
  });

export type VariantFile = z.output<typeof variantFileSchema>;
