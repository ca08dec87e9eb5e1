// Optional properties of an object that is put together: what is undefined is absent.

type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };
type Needed<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };

/** The same object without the properties that are undefined. */
export function defined<T extends object>(values: T): Needed<T> & Optional<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Needed<T> &
    Optional<T>;
}
