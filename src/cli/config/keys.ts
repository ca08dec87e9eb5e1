// The settings of a run: those of its options that the file may have, and what is run.
import { flagOf } from '../flag-of.js';
import { type OptionRow, RUN_OPTIONS, type RunOptions } from '../run/run-options.js';

export interface SettingKind {
  readonly key: string;
  /** Absent for what the arguments of the command are. */
  readonly option?: keyof RunOptions;
  readonly flag: string;
  /** What a text is, where it is or may be a path. `what`: an id, a glob, or a path. */
  readonly is?: 'path' | 'name' | 'target' | 'what';
  /** In words. */
  readonly otherwise: string;
}

export const SETTINGS: readonly SettingKind[] = [
  { key: 'what', flag: 'arguments', is: 'what', otherwise: 'everything' },
  ...Object.entries<OptionRow>(RUN_OPTIONS).flatMap(([name, { setting }]): SettingKind[] => {
    if (!setting) return [];
    const { key = name, is, otherwise } = setting;
    const option = name as keyof typeof RUN_OPTIONS;
    return [{ key, option, flag: flagOf(name), ...(is && { is }), otherwise }];
  }),
];
