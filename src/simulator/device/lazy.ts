// Something that is made when it is first needed: most devices of a large fleet never use all their parts.

export interface Lazy<T> {
  get(): T;
  /** What `get` has made; undefined when nobody has asked yet. */
  made(): T | undefined;
}

export function lazily<T>(make: () => T): Lazy<T> {
  let made: { readonly value: T } | undefined;
  return {
    get: () => (made ??= { value: make() }).value,
    made: () => made?.value,
  };
}
