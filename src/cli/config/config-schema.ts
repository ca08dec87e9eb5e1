// The file of settings that a project keeps for `conform run`: conform.config.yaml.
import { z } from 'zod';
import { durationSchema } from '../../document/duration.js';
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import { type OptionRow, RUN_OPTIONS } from '../run/run-options.js';

const path = (what: string) =>
  z.string().min(1).describe(`${what}; the path starts from the folder of this file`);

/** The schema of a setting, by the row of its option. */
function schemaOf({ takes, help, least = 0, most = Infinity, setting }: OptionRow): z.ZodType {
  switch (takes) {
    case 'yes':
      return z.boolean().describe(help);
    case 'texts':
      return z.array(z.string().min(1)).min(1).describe(help);
    case 'integer':
      return z.int().min(least).max(most).describe(help);
    case 'number':
      return z.number().min(least).max(most).describe(help);
    case 'duration':
      return durationSchema(1).describe(help);
    default:
      return setting?.is === undefined ? z.string().min(1).describe(help) : path(help);
  }
}

const OF_OPTIONS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries<OptionRow>(RUN_OPTIONS).flatMap(([name, row]) =>
    row.setting ? [[row.setting.key ?? name, schemaOf(row).optional()]] : [],
  ),
);

const reports = Object.fromEntries(RUN_FORMATS.map((name) => [name, path(`The ${name} report`).optional()]));

export const configSchema = z.strictObject({
  what: z
    .array(z.string().min(1))
    .min(1)
    .describe('ids of scenarios or properties, globs over them, files or folders (default: everything)')
    .optional(),
  restriction: z
    .enum(['no-actuate', 'read-only'])
    .describe('no-actuate: no relay is switched; read-only: nothing is changed')
    .optional(),
  ...OF_OPTIONS,
  reports: z.strictObject(reports).describe('reports to write, by their kind').optional(),
});

/** As far as the type is of use; the settings of options are read by their keys. */
export type ConfigFile = Readonly<Record<string, unknown>> & {
  readonly target?: string | undefined;
  readonly defects?: readonly string[] | undefined;
  readonly variants?: readonly string[] | undefined;
  readonly restriction?: 'no-actuate' | 'read-only' | undefined;
  readonly reports?: Readonly<Record<string, string | undefined>> | undefined;
};

export function configJsonSchema(): JsonSchema {
  return editorSchema('config', 'Settings of conform run', configSchema);
}
