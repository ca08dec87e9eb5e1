// The settings of a run: their names in the file, their options on the command line, what holds where nothing is said.
import type { RunOptions } from '../run/run-options.js';
import type { ConfigKey } from './config-schema.js';

export interface SettingKind {
  readonly key: ConfigKey;
  /** Absent for what the arguments of the command are. */
  readonly option?: keyof RunOptions;
  readonly flag: string;
  /** `path`: of a file or folder. `name`: a name or a path. `what`: an id, a glob, or a path. */
  readonly of: 'path' | 'name' | 'what' | 'target' | 'plain';
  /** In words. */
  readonly otherwise: string;
}

export const SETTINGS: readonly SettingKind[] = [
  { key: 'target', option: 'target', flag: '--target', of: 'target', otherwise: 'a simulator of its own' },
  {
    key: 'dialect',
    option: 'dialect',
    flag: '--dialect',
    of: 'name',
    otherwise: "the profile's, or default",
  },
  { key: 'fleet', option: 'fleet', flag: '--fleet', of: 'path', otherwise: 'the demo fleet' },
  { key: 'what', flag: 'arguments', of: 'what', otherwise: 'everything' },
  { key: 'rules', option: 'rule', flag: '--rule', of: 'plain', otherwise: 'all' },
  { key: 'strict', option: 'strict', flag: '--strict', of: 'plain', otherwise: 'false' },
  { key: 'anyway', option: 'anyway', flag: '--anyway', of: 'plain', otherwise: 'false' },
  { key: 'failFast', option: 'failFast', flag: '--fail-fast', of: 'plain', otherwise: 'false' },
  { key: 'baseline', option: 'baseline', flag: '--baseline', of: 'path', otherwise: 'none' },
  { key: 'seed', option: 'seed', flag: '--seed', of: 'plain', otherwise: '1' },
  { key: 'runs', option: 'runs', flag: '--runs', of: 'plain', otherwise: '100 on a simulator of its own' },
  { key: 'time', option: 'time', flag: '--time', of: 'plain', otherwise: '20s on other targets' },
  { key: 'deadline', option: 'deadline', flag: '--deadline', of: 'plain', otherwise: 'none' },
  { key: 'jobs', option: 'jobs', flag: '--jobs', of: 'plain', otherwise: '24' },
  {
    key: 'speed',
    option: 'speed',
    flag: '--speed',
    of: 'plain',
    otherwise: 'virtual time without a target, 1 with one',
  },
  { key: 'control', option: 'control', flag: '--control', of: 'plain', otherwise: 'none' },
  {
    key: 'controlTokenFile',
    option: 'controlTokenFile',
    flag: '--control-token-file',
    of: 'path',
    otherwise: 'none',
  },
  {
    key: 'restoreDir',
    option: 'restoreDir',
    flag: '--restore-dir',
    of: 'path',
    otherwise: "a folder of the user's state",
  },
  {
    key: 'saveCounterexamples',
    option: 'saveCounterexamples',
    flag: '--save-counterexamples',
    of: 'path',
    otherwise: 'none',
  },
  { key: 'defects', option: 'defect', flag: '--defect', of: 'plain', otherwise: 'none' },
  { key: 'variants', option: 'variant', flag: '--variant', of: 'name', otherwise: 'none' },
];
