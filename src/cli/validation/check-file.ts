// Checks one file by the parser of its kind; the keys of the file tell which that is.
import { readYaml } from '../../document/yaml-document.js';
import type { Complaint, Outcome } from '../complaints.js';
import { readText, shownPath } from '../files.js';
import type { Io } from '../io.js';
import { loadDialect } from '../load-dialect.js';
import { loadScenarios } from '../load-scenarios.js';
import { loadProfile } from '../run/profiled.js';
import { loadFleet } from '../simulator/load-fleet.js';
import { loadVariants } from '../simulator/load-variants.js';

export const FILE_KINDS = ['scenario', 'fleet', 'dialect', 'target', 'variant'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

type Check = (path: string, io: Io) => Outcome<unknown>;

const CHECKS: Readonly<Record<FileKind, Check>> = {
  scenario: (path, { cwd }) => loadScenarios([path], cwd),
  fleet: (path, { cwd }) => loadFleet(path, cwd),
  dialect: (path, { cwd }) => loadDialect(path, cwd),
  target: loadProfile,
  variant: checkVariant,
};

/** Held to the demo fleet, which variants are made for; its dialect has to be there, too. */
function checkVariant(path: string, { cwd }: Io): Outcome<unknown> {
  const fleet = loadFleet(undefined, cwd);
  return fleet.ok ? loadVariants([path], fleet.value.spec, cwd) : fleet;
}

export interface Checked {
  readonly kind: FileKind;
  readonly complaints: readonly Complaint[];
}

export function checkFile(path: string, as: FileKind | undefined, io: Io): Checked {
  const kind = as ?? guessKind(path, io);
  const outcome = CHECKS[kind](path, io);
  return { kind, complaints: outcome.ok ? [] : outcome.complaints };
}

/** Keys that only one kind of file has at its top; a file without any is read as a scenario. */
const TELLING_KEYS: readonly (readonly [FileKind, readonly string[]])[] = [
  ['variant', ['why', 'styles']],
  ['scenario', ['steps', 'rules', 'title']],
  ['target', ['baseUrl', 'websocketUrl', 'patience', 'url']],
  ['fleet', ['profiles', 'limits']],
  ['dialect', ['peripherals', 'command', 'commandStatus', 'wsRequest', 'shapes']],
];

function guessKind(path: string, { cwd }: Io): FileKind {
  const text = readText(path);
  const document = text.ok ? readYaml(text.value, shownPath(path, cwd)) : undefined;
  const value = document?.ok ? document.value.value : undefined;
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return TELLING_KEYS.find(([, telling]) => telling.some((key) => keys.includes(key)))?.[0] ?? 'scenario';
}
