// For what cannot happen unless the program has a bug. Expected outcomes are unions, never assertions.

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** For the `default` of an exhaustive switch: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new AssertionError(`unexpected value ${JSON.stringify(value)}`);
}
