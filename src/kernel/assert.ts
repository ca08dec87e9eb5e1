// For what cannot happen unless the program has a bug. Expected outcomes are unions, never assertions.

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}
