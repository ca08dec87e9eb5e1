// The file of settings that a project keeps for `conform run`: conform.config.yaml.
import { z } from 'zod';
import { duration } from '../../document/duration.js';
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import { RUN_FORMATS } from '../../report/format-names.js';

const path = (what: string) =>
  z.string().min(1).describe(`${what}; the path starts from the folder of this file`);
const several = (what: string) => z.array(z.string().min(1)).min(1).describe(what);

export const configSchema = z.strictObject({
  target: path('A target profile, or the address of a simulator; absent: a simulator of its own').optional(),
  dialect: path('The name of a dialect that comes with conform, or a file').optional(),
  fleet: path('The fleet of the simulator that is checked').optional(),
  what: several(
    'Ids of scenarios or properties, globs over them, files or folders; absent: everything',
  ).optional(),
  rules: several('Only what checks these rules: ids, or globs over them').optional(),
  restriction: z
    .enum(['no-actuate', 'read-only'])
    .describe('no-actuate: no relay is switched; read-only: nothing is changed')
    .optional(),
  strict: z.boolean().describe('A breach of a rule that is only implied fails, too').optional(),
  anyway: z.boolean().describe('Go on though profile or dialect do not fit the target').optional(),
  failFast: z.boolean().describe('End the run in good order at the first failure').optional(),
  baseline: path('Failures that are known, as --write-baseline writes them').optional(),
  seed: z.int().min(0).describe('Seed of all chance').optional(),
  runs: z.int().min(1).max(10_000_000).describe('Random programs at most').optional(),
  time: duration(1).describe('Time for random programs, such as 5m').optional(),
  deadline: duration(1).describe('End the run in good order after so long, such as 10m').optional(),
  jobs: z.int().min(1).max(64).describe('Checks or programs at a time, at most').optional(),
  speed: z
    .number()
    .min(0.1)
    .max(1000)
    .describe("How many times faster than the machine's clock time goes")
    .optional(),
  control: z.string().min(1).describe('The control plane of the simulator at the target').optional(),
  controlTokenFile: path(
    'A file with the token of the control plane; the token itself is never here',
  ).optional(),
  restoreDir: path('A folder: what has to be put back, should the run be killed').optional(),
  saveCounterexamples: path('A folder for random programs that show a breach').optional(),
  defects: several('Defects of the simulator that is checked').optional(),
  variants: several('Variants of the simulator that is checked: names or files').optional(),
  reports: z
    .strictObject(
      Object.fromEntries(RUN_FORMATS.map((name) => [name, path(`The ${name} report`).optional()])) as Record<
        (typeof RUN_FORMATS)[number],
        z.ZodOptional<z.ZodString>
      >,
    )
    .describe('Reports to write, by their kind')
    .optional(),
});

export type ConfigFile = z.output<typeof configSchema>;
export type ConfigKey = keyof ConfigFile;

export function configJsonSchema(): JsonSchema {
  return editorSchema('config', 'Settings of conform run', configSchema);
}
