// What `conform config` does: shows what holds for a run, and where each setting comes from.
import { table } from '../../report/columns.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { printDiagnostics } from '../print-diagnostics.js';
import type { RunOptions } from '../run/run-options.js';
import { CONFIG_NAME } from './load-config.js';
import { settle, type Setting } from './settle.js';

export interface ConfigOptions extends RunOptions {
  readonly json?: boolean;
}

export function showConfig(
  names: readonly string[],
  { json = false, ...flags }: ConfigOptions,
  io: Io,
): ExitCode {
  const settled = settle(names, flags, io);
  if (!settled.ok) {
    printDiagnostics(io, settled.diagnostics);
    return EXIT.usage;
  }
  const { file } = settled.value;
  const settings = [...settled.value.settings, tokenOf(flags, io)];
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
function tokenOf({ controlToken }: RunOptions, { env }: Io): Setting {
  const said = { name: 'control token', value: undefined };
  if (controlToken !== undefined) return { ...said, otherwise: 'set, not shown', from: '--control-token' };
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
