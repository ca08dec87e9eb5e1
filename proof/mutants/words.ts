// What was thrown, in words.

const MOST_LINES = 5;

/** With the first lines of where it comes from: they tell whether the service or the harness threw. */
export function wordsOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause = error instanceof Error && error.cause !== undefined ? ` <- ${wordsOf(error.cause)}` : '';
  return `${text.split('\n').slice(0, MOST_LINES).join('\n')}${cause}`;
}
