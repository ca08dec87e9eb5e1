// The arguments that a restore file has recorded, as options again.
import type { TargetOptions } from '../run/run-options.js';

export type RecordedOptions = Pick<TargetOptions, 'dialect' | 'fleet' | 'speed'> & {
  readonly target: string;
};

const NAMES = ['--target', '--dialect', '--fleet', '--speed'] as const;

/** Undefined when they are others than a run records: the file may have been written by anybody. */
export function optionsOf(words: readonly string[]): RecordedOptions | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const [name = '', value] = words.slice(at, at + 2);
    if (!NAMES.some((each) => each === name) || value === undefined) return undefined;
    values.set(name, value);
  }
  const [target, dialect, fleet, speed] = NAMES.map((name) => values.get(name));
  if (target === undefined || (speed !== undefined && !(Number(speed) > 0))) return undefined;
  return {
    target,
    ...(dialect === undefined ? {} : { dialect }),
    ...(fleet === undefined ? {} : { fleet }),
    ...(speed === undefined ? {} : { speed: Number(speed) }),
  };
}
