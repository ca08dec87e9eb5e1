// Something that is made when it is first needed: most devices of a large fleet never use all their parts.

export interface Lazy<T> {
  get(): T;
  /** What `get` has made; undefined when nobody has asked yet. */
  made(): T | undefined;
}

export function lazily<T>(make: () => T): Lazy<T> {
  return new Later(make);
}

/** A class, as each device of a fleet has several. */
class Later<T> implements Lazy<T> {
  private readonly make: () => T;
  private holder: { readonly value: T } | undefined = undefined;

  constructor(make: () => T) {
    this.make = make;
  }

  get(): T {
    return (this.holder ??= { value: this.make() }).value;
  }

  made(): T | undefined {
    return this.holder?.value;
  }
}
