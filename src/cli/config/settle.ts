// What holds for a run: options of the command line over the file of settings, each with where it comes from.
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  accepted,
  type Diagnostic,
  refuseInput,
  type Result,
  type Accepted,
} from '../../document/diagnostic.js';
import { problemAt, validate } from '../../document/validate.js';
import { table } from '../../report/layout.js';
import { isAddress } from '../addresses.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { isYaml, pathKind, readText, shownPath } from '../files.js';
import type { Io } from '../io.js';
import { optionsOf } from '../option-rows.js';
import { longFlag, optionName, type OptionRow, textKind } from '../options.js';
import type { RunOptions } from '../run/run-options.js';
import * as z from 'zod';
import { durationSchema } from '../../document/duration.js';
import { editorSchema, type JsonSchema } from '../../document/editor-schema.js';
import type { Problem } from '../../document/problem.js';
import { readYaml, type YamlDocument } from '../../document/yaml-document.js';
import { RUN_FORMATS } from '../../report/format-names.js';

export interface Setting {
  readonly name: string;
  /** Undefined where nothing is said; `otherwise` is what holds then. */
  readonly value: unknown;
  readonly otherwise: string;
  /** `--target`, `conform.config.yaml:3`, `default`. */
  readonly from: string;
}

export type Settled = Accepted<typeof settle>;

export function settle(names: readonly string[], flags: RunOptions, io: Pick<Io, 'cwd'>) {
  const loaded = loadConfig(flags.config, io);
  if (!loaded.ok) return loaded;
  const config = loaded.value;
  const clash = config && clashOf(config, flags);
  if (clash) return { ok: false as const, diagnostics: [clash] };
  const settings = SETTINGS.map((kind) => settingOf(kind, names, flags, config, io));
  const restriction = restrictionOf(flags, config);
  const reports = reportsOf(flags, config, io);
  const what = settings.find(({ name }) => name === 'what');
  return accepted({
    names: (what?.value ?? []) as readonly string[],
    options: {
      ...flags,
      ...Object.fromEntries(
        SETTINGS.flatMap(({ option }, at) => {
          const value = settings[at]?.value;
          return option === undefined || value === undefined ? [] : [[option, value]];
        }),
      ),
      ...(restriction.value === 'read-only' && { readOnly: true }),
      ...(restriction.value === 'no-actuate' && { actuate: false }),
      ...(reports.length > 0 && { report: reports.map(({ name, value }) => `${name}=${String(value)}`) }),
    },
    settings: [
      ...settings,
      restriction,
      ...reports.map((each) => ({ ...each, name: `reports.${each.name}` })),
    ],
    /** As people write its path. */
    file: config?.document.file,
  });
}

function settingOf(
  kind: SettingKind,
  names: readonly string[],
  flags: RunOptions,
  config: LoadedConfig | undefined,
  io: Pick<Io, 'cwd'>,
): Setting {
  const { key, option, flag, otherwise } = kind;
  const given = option === undefined ? (names.length > 0 ? names : undefined) : flags[option];
  const said = { name: key, otherwise };
  if (given !== undefined) return { ...said, value: given, from: flag };
  // These options say by themselves what is run.
  const isSaid =
    key === 'what' && [flags.rerunFailed, flags.replay, flags.soak].some((each) => each !== undefined);
  const written = config?.file[key];
  if (!config || written === undefined || isSaid) return { ...said, value: undefined, from: 'default' };
  const placed = (each: unknown): unknown =>
    typeof each === 'string' ? fromFolder(each, kind, config, io) : each;
  const value: unknown = Array.isArray(written) ? written.map(placed) : placed(written);
  return { ...said, value, from: placeIn(config, key) };
}

/** A path as it is written from the working folder. */
function fromFolder(
  text: string,
  { is }: SettingKind,
  { folder }: LoadedConfig,
  { cwd }: Pick<Io, 'cwd'>,
): string {
  const path = resolve(folder, text);
  const isPath =
    is === 'path' ||
    (is === 'target' && !isAddress(text)) ||
    (is === 'name' && isYaml(text)) ||
    (is === 'what' && (isYaml(text) || pathKind(path) === 'folder'));
  return isPath ? asWritten(path, cwd) : text;
}

function asWritten(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return isAbsolute(short) ? path : short === '' ? '.' : short.split(sep).join('/');
}

/** A file may forbid more than the command line says, and not be overruled by an option that forbids less. */
function restrictionOf({ readOnly, actuate }: RunOptions, config: LoadedConfig | undefined): Setting {
  const written = config?.file.restriction;
  const place = config && written ? placeIn(config, 'restriction') : 'default';
  const said = { name: 'restriction', otherwise: 'none' };
  if (readOnly) return { ...said, value: 'read-only', from: '--read-only' };
  if (actuate === false && written !== 'read-only')
    return { ...said, value: 'no-actuate', from: '--no-actuate' };
  return { ...said, value: written, from: place };
}

/** Of each kind that the command line asks for, the file adds none. */
function reportsOf(
  { report = [] }: RunOptions,
  config: LoadedConfig | undefined,
  { cwd }: Pick<Io, 'cwd'>,
): Setting[] {
  const given = report.map((text): Setting => {
    const at = text.indexOf('=');
    const [name, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    return { name, value, otherwise: 'none', from: '--report' };
  });
  const asked = new Set(given.map(({ name }) => name));
  const written = Object.entries(config?.file.reports ?? {}).flatMap(([name, path]): Setting[] => {
    if (!config || path === undefined || asked.has(name)) return [];
    const { document, folder } = config;
    const { file, line } = document.placeOfKey(['reports', name]);
    const value = path === '-' ? path : asWritten(resolve(folder, path), cwd);
    return [{ name, value, otherwise: 'none', from: `${file}:${line}` }];
  });
  return [...given, ...written];
}

function placeIn({ document }: LoadedConfig, key: string): string {
  const { file, line } = document.placeOfKey([key]);
  return `${file}:${line}`;
}

/** Things of a simulator of its own beside a target that the file names. */
function clashOf(config: LoadedConfig, flags: RunOptions): Diagnostic | undefined {
  const { file, document } = config;
  if (file.target === undefined || flags.target !== undefined) return undefined;
  const flag = flags.defect ? '--defect' : flags.variant ? '--variant' : undefined;
  if (flag !== undefined)
    return refuseInput(
      `${flag} is for a simulator of its own, and ${placeIn(config, 'target')} names a target`,
      'With --no-config the file is left out.',
    ).diagnostics[0];
  const key = file.defects ? 'defects' : file.variants ? 'variants' : undefined;
  if (key === undefined) return undefined;
  const message = `${key} are for a simulator of its own, and ${placeIn(config, 'target')} names a target`;
  const problem = problemAt(document, [key], message, `Leave out target or ${key}.`);
  return { kind: 'file', problems: [problem], source: document.text };
}

// The settings of a run: those of its options that the file may have, and what is run.

interface SettingKind {
  readonly key: string;
  /** Absent for what the arguments of the command are. */
  readonly option?: keyof RunOptions;
  readonly flag: string;
  /** What a text is, where it is or may be a path. `what`: an id, a glob, or a path. */
  readonly is: ReturnType<typeof textKind> | 'what';
  /** In words. */
  readonly otherwise: string;
}

export const SETTINGS: readonly SettingKind[] = [
  { key: 'what', flag: 'arguments', is: 'what', otherwise: 'everything' },
  ...optionsOf('run').flatMap((row): SettingKind[] => {
    if (!row.setting) return [];
    const option = optionName(row) as keyof RunOptions;
    const { key = option, otherwise = row.flags.includes('<') ? 'none' : 'false' } = row.setting;
    return [{ key, option, flag: longFlag(row.flags), is: textKind(row), otherwise }];
  }),
];

// What `conform run --dry-run` does: shows what holds for a run, and where each setting comes from.

export function showSettings(
  names: readonly string[],
  { json = false, ...flags }: RunOptions,
  io: Io,
): ExitCode {
  const settled = settle(names, flags, io);
  if (!settled.ok) return usageError(io, settled.diagnostics);
  const { file } = settled.value;
  const settings = [...settled.value.settings, tokenOf(io)];
  if (json) {
    const data = settings.map(({ name, value, from }) => ({ name, value: shown(value) ?? null, from }));
    io.out.document(`${JSON.stringify({ file: file ?? null, settings: data }, null, 2)}\n`, 'json');
    return EXIT.passed;
  }
  const rows = settings.map(({ name, value, otherwise, from }) => [name, words(value) ?? otherwise, from]);
  const none = `no ${CONFIG_NAME} here or above, up to the root of the repository; conform init config writes one`;
  io.out.write(`file: ${file ?? none}\n\n${table([['setting', 'value', 'from'], ...rows])}`);
  return EXIT.passed;
}

/** Whether there is one, and never what it is. */
function tokenOf({ env }: Io): Setting {
  const said = { name: 'control token', value: undefined };
  const variable = ['CONFORM_CONTROL_TOKEN', 'CONFORM_CONTROL_TOKEN_FILE'].find((name) => env[name]);
  if (variable !== undefined)
    return { ...said, otherwise: 'set, not shown', from: `environment, ${variable}` };
  return { ...said, otherwise: 'none', from: 'default' };
}

function words(value: unknown): string | undefined {
  const clean = shown(value);
  if (clean === undefined) return undefined;
  return Array.isArray(clean) ? clean.join(' ') : `${clean as string | number | boolean}`;
}

/** Without the credentials that an address may hold. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'string') return value;
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1...@');
}

// The file of settings that a project keeps for `conform run`: conform.config.yaml.

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
  if (named === false) return accepted(undefined);
  const path = named === undefined ? findConfig(cwd) : resolve(cwd, named);
  return path === undefined ? accepted(undefined) : readConfigFile(path, cwd);
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
  return accepted({ file: valid.value, document: read.value, folder: dirname(path) });
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
