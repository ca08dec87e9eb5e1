// The file of settings that a project keeps for `conform run`: conform.config.yaml.
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { refuseInput, type Result } from '../../document/diagnostic.js';
import { durationSchema } from '../../document/duration.js';
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import type { Problem } from '../../document/problem.js';
import { validate } from '../../document/validate.js';
import { readYaml, type YamlDocument } from '../../document/yaml-document.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import { pathKind, readText, shownPath } from '../files.js';
import type { Io } from '../io.js';
import { optionsOf } from '../option-rows.js';
import { optionName, type OptionRow, textKind } from '../options.js';

const pathOf = (what: string) =>
  z.string().min(1).describe(`${what}; the path starts from the folder of this file`);

/** The schema of a setting, by the row of its option. */
function schemaOf(row: OptionRow): z.ZodType {
  const { flags, takes, help, least = 0, most = Infinity } = row;
  if (!flags.includes('<')) return z.boolean().describe(help);
  switch (takes) {
    case 'texts':
      return z.array(z.string().min(1)).min(1).describe(help);
    case 'integer':
      return z.int().min(least).max(most).describe(help);
    case 'number':
      return z.number().min(least).max(most).describe(help);
    case 'duration':
      return durationSchema(1).describe(help);
    default:
      return textKind(row) === undefined ? z.string().min(1).describe(help) : pathOf(help);
  }
}

const OF_OPTIONS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  optionsOf('run').flatMap((row) =>
    row.setting ? [[row.setting.key ?? optionName(row), schemaOf(row).optional()]] : [],
  ),
);

const reports = Object.fromEntries(
  RUN_FORMATS.map((name) => [name, pathOf(`The ${name} report`).optional()]),
);

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
type ConfigFile = Readonly<Record<string, unknown>> & {
  readonly target?: string | undefined;
  readonly defects?: readonly string[] | undefined;
  readonly variants?: readonly string[] | undefined;
  readonly restriction?: 'no-actuate' | 'read-only' | undefined;
  readonly reports?: Readonly<Record<string, string | undefined>> | undefined;
};

export function configJsonSchema(): JsonSchema {
  return editorSchema('config', 'Settings of conform run', configSchema);
}

// Finds and reads conform.config.yaml: in the working folder, or above it as far as its repository reaches.

export const CONFIG_NAME = 'conform.config.yaml';

export interface LoadedConfig {
  readonly file: ConfigFile;
  readonly document: YamlDocument;
  readonly folder: string;
}

/** @param named with `--config`; false: no file is looked for. Undefined in the result: there is none. */
export function loadConfig(
  named: string | false | undefined,
  { cwd }: Pick<Io, 'cwd'>,
): Result<LoadedConfig | undefined> {
  if (named === false) return { ok: true, value: undefined };
  const path = named === undefined ? findConfig(cwd) : resolve(cwd, named);
  return path === undefined ? { ok: true, value: undefined } : readConfigFile(path, cwd);
}

export function readConfigFile(path: string, cwd: string): Result<LoadedConfig> {
  const text = readText(path);
  if (!text.ok) return refuseInput(text.message, 'conform init config writes such a file.');
  const read = readYaml(text.value, shownPath(path, cwd));
  const valid = read.ok ? validate(orNothing(read.value), configSchema) : read;
  if (!read.ok || !valid.ok) {
    const problems = (valid.ok ? [] : valid.problems).map(withoutSecrets);
    return { ok: false, diagnostics: [{ kind: 'file', problems, source: masked(text.value) }] };
  }
  return { ok: true, value: { file: valid.value, document: read.value, folder: dirname(path) } };
}

/** A file of nothing but comments sets nothing. */
function orNothing(document: YamlDocument): YamlDocument {
  return document.value === null ? { ...document, value: {} } : document;
}

/** Whoever writes a secret here all the same does not want it in a log as well. */
function masked(text: string): string {
  return text.replaceAll(/^(\s*\w*(?:token|secret|password|credential)\w*\s*:\s*)\S.*$/gim, '$1...');
}

const SECRET_KEY = /unknown key "[^"]*(token|secret|password|credential)/i;

function withoutSecrets(problem: Problem): Problem {
  if (!SECRET_KEY.test(problem.message)) return problem;
  const hint =
    'Secrets never stand here: they come from the environment (CONFORM_CONTROL_TOKEN, and clientSecretEnv of a profile), or from a file that controlTokenFile names.';
  return { ...problem, hint };
}

/** Folders above the working one that are looked at. */
const MOST_FOLDERS = 64;

/** Above the root of the repository, or where there is none, a file may be of somebody else. */
function findConfig(cwd: string): string | undefined {
  const folders = [cwd];
  while (folders.length < MOST_FOLDERS) {
    const last = folders.at(-1) ?? cwd;
    if (pathKind(join(last, '.git')) !== 'nothing' || dirname(last) === last) break;
    folders.push(dirname(last));
  }
  const root = folders.findIndex((folder) => pathKind(join(folder, '.git')) !== 'nothing');
  return folders
    .slice(0, Math.max(root + 1, 1))
    .map((folder) => join(folder, CONFIG_NAME))
    .find((path) => pathKind(path) === 'file');
}
