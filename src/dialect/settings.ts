// What a dialect says once for all its shapes: its name, where it counts from, how it pages.
import { z } from 'zod';
import { FEATURES, type Feature } from '../contract/features.js';
import { explained } from '../document/explained.js';
import { validate } from '../document/validate.js';
import type { YamlDocument } from '../document/yaml-document.js';
import { createErrorTable, errorCodes, type ErrorTable } from './error-table.js';
import { type Paging, pagingSetting } from './paging.js';
import type { DialectProblem } from './problems.js';
import { PLAIN, type ScalarCodec } from './scalar-codec.js';
import { statusCodec, vocabulary } from './vocabulary.js';

const SECONDS_IN = { seconds: 1, minutes: 60, milliseconds: 0.001 } as const;
const LIFETIME_UNITS = Object.keys(SECONDS_IN) as (keyof typeof SECONDS_IN)[];

export const settingsSchema = z.object({
  name: z.string().min(1).optional().describe('How reports call the dialect; default: the name of the file'),
  indexBase: z.literal([0, 1]).default(1).describe('The index of the first channel on the wire'),
  paging: pagingSetting.describe('Query parameters of the device list'),
  tokenLifetime: z
    .enum(LIFETIME_UNITS, 'write seconds, minutes or milliseconds')
    .default('seconds')
    .describe('The unit of expiresIn of an access token'),
  commandStatus: vocabulary.describe('The words for the statuses of a command'),
  errorCodes: errorCodes.describe('Codes and statuses of the refusals that the interface leaves open'),
  without: z
    .array(explained(FEATURES), 'write a list: [jog, paging]')
    .default([])
    .describe('What servers of this kind do not have'),
});

export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape);

export interface Settings {
  readonly name: string;
  readonly indexBase: 0 | 1;
  readonly paging: Paging;
  /** How many seconds one of `expiresIn` is. */
  readonly lifetimeUnit: number;
  readonly statuses: ScalarCodec;
  readonly errors: ErrorTable;
  readonly without: ReadonlySet<Feature>;
}

/** Settings that are wrong are reported, and the usual ones stand in so that the shapes can be looked at. */
export function readSettings(document: YamlDocument, problems: DialectProblem[]): Settings {
  const read = validate(document, settingsSchema);
  if (!read.ok) problems.push(...read.problems);
  const settings: Partial<z.infer<typeof settingsSchema>> = read.ok ? read.value : {};
  return {
    name: settings.name ?? baseName(document.file),
    indexBase: settings.indexBase ?? 1,
    paging: settings.paging ?? pagingSetting.parse({}),
    lifetimeUnit: SECONDS_IN[settings.tokenLifetime ?? 'seconds'],
    statuses: settings.commandStatus ? statusCodec(settings.commandStatus) : PLAIN.string,
    without: new Set(settings.without),
    errors: createErrorTable(settings.errorCodes ?? errorCodes.parse({})),
  };
}

/** `fixtures/dialects/default.yaml` -> `default`. */
function baseName(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.ya?ml$/i, '');
}
