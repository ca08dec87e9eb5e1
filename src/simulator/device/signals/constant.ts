// A signal that stays as it is.
import type { ConstantSpec, Signal } from './signal.js';

export function createConstant({ value }: ConstantSpec): Signal {
  return () => value;
}
