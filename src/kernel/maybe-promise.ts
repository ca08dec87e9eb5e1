// What is there at once, or comes later. A request that has nothing to wait for is answered in one go: a promise that
// holds a value already would still put its continuation at the end of a queue.

export type MaybePromise<T> = T | Promise<T>;

/** Goes on with the value, at once where it is there. */
export function andThen<T, U>(value: MaybePromise<T>, then: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(then) : then(value);
}

/** What fails, at once or later, becomes what `fail` makes of it. */
export function caught<T>(act: () => MaybePromise<T>, fail: (error: unknown) => T): MaybePromise<T> {
  try {
    const value = act();
    return value instanceof Promise ? value.catch(fail) : value;
  } catch (error) {
    return fail(error);
  }
}
