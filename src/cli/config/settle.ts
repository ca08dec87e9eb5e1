// What holds for a run: options of the command line over the file of settings, each with where it comes from.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type Diagnostic, refuseInput, type Result } from '../../document/diagnostic.js';
import { problemAt } from '../../document/validate.js';
import { table } from '../../report/layout.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { isYaml, pathKind } from '../files.js';
import type { Io } from '../io.js';
import { optionsOf } from '../option-rows.js';
import { longFlag, optionName, textKind } from '../options.js';
import type { RunOptions } from '../run/run-options.js';
import { CONFIG_NAME, loadConfig, type LoadedConfig } from './load-config.js';

export interface Setting {
  readonly name: string;
  /** Undefined where nothing is said; `otherwise` is what holds then. */
  readonly value: unknown;
  readonly otherwise: string;
  /** `--target`, `conform.config.yaml:3`, `default`. */
  readonly from: string;
}

export interface Settled {
  readonly names: readonly string[];
  readonly options: RunOptions;
  readonly settings: readonly Setting[];
  /** As people write its path. */
  readonly file: string | undefined;
}

export function settle(names: readonly string[], flags: RunOptions, io: Pick<Io, 'cwd'>): Result<Settled> {
  const loaded = loadConfig(flags.config, io);
  if (!loaded.ok) return loaded;
  const config = loaded.value;
  const clash = config && clashOf(config, flags);
  if (clash) return { ok: false, diagnostics: [clash] };
  const settings = SETTINGS.map((kind) => settingOf(kind, { names, flags, config }, io));
  const restriction = restrictionOf(flags, config);
  const reports = reportsOf(flags, config, io);
  const what = settings.find(({ name }) => name === 'what');
  return {
    ok: true,
    value: {
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
      file: config?.document.file,
    },
  };
}

interface Sources {
  readonly names: readonly string[];
  readonly flags: RunOptions;
  readonly config: LoadedConfig | undefined;
}

function settingOf(kind: SettingKind, { names, flags, config }: Sources, io: Pick<Io, 'cwd'>): Setting {
  const { key, option, flag, otherwise } = kind;
  const given = option === undefined ? (names.length > 0 ? names : undefined) : flags[option];
  const said = { name: key, otherwise };
  if (given !== undefined) return { ...said, value: given, from: flag };
  // These options say by themselves what is run.
  const isSaid =
    key === 'what' && [flags.rerunFailed, flags.replay, flags.soak].some((each) => each !== undefined);
  const written = config?.file[key];
  if (!config || written === undefined || isSaid) return { ...said, value: undefined, from: 'default' };
  const value = Array.isArray(written)
    ? written.map((each: string) => fromFolder(each, kind, config, io))
    : typeof written === 'string'
      ? fromFolder(written, kind, config, io)
      : written;
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
    (is === 'target' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) ||
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
  const said = { name: 'restriction', otherwise: 'none' };
  if (readOnly) return { ...said, value: 'read-only', from: '--read-only' };
  if (config && written === 'read-only')
    return { ...said, value: written, from: placeIn(config, 'restriction') };
  if (actuate === false) return { ...said, value: 'no-actuate', from: '--no-actuate' };
  if (config && written !== undefined)
    return { ...said, value: written, from: placeIn(config, 'restriction') };
  return { ...said, value: undefined, from: 'default' };
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
