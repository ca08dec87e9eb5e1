// Texts of values that are final: a value that is frozen never changes, nor does anything in it, and is written the same
// way each time.

/** Of one writer; the oldest are forgotten. */
const MOST_REMEMBERED = 4096;

/** @param write gives the text of a value; undefined where the value is left out. */
export function rememberingFrozen<T extends object, Text extends string | undefined>(
  write: (value: T) => Text,
): (value: T) => Text {
  const known = new Map<T, Text>();
  return (value) => {
    if (!Object.isFrozen(value)) return write(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const text = write(value);
    if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value as T);
    known.set(value, text);
    return text;
  };
}
