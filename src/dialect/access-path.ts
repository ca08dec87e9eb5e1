// Reads and writes a field of a canonical value, also one that lies deeper.
import type { Canonical } from './node.js';

export type Getter = (value: Canonical) => unknown;
export type Setter = (value: Canonical, field: unknown) => void;

/** Undefined when an object on the way is missing. An empty path gives the value itself. */
export function getterOf(path: readonly string[]): Getter {
  const [first, second, ...deeper] = path;
  if (first === undefined) return (value) => value;
  if (second === undefined) return (value) => value[first];
  const inner = getterOf([second, ...deeper]);
  return (value) => {
    const next = value[first];
    return next === undefined ? undefined : inner(next as Canonical);
  };
}

/** Makes the objects on the way. An empty path copies the fields into the value itself. */
export function setterOf(path: readonly string[]): Setter {
  const [first, second, ...deeper] = path;
  if (first === undefined) return (value, field) => void Object.assign(value, field);
  if (second === undefined) {
    return (value, field) => {
      value[first] = field;
    };
  }
  const inner = setterOf([second, ...deeper]);
  return (value, field) => {
    const next = (value[first] ??= {});
    inner(next as Canonical, field);
  };
}
