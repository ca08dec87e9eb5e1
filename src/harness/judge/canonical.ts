// One text for equal JSON values: two records that say the same in another order of keys are the same.

export function canonical(value: unknown): string {
  return written(value) ?? '';
}

/** Undefined for what JSON has no word for. */
function written(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item) ?? 'null').join(',')}]`;
  const fields = Object.keys(value)
    .toSorted()
    .flatMap((key) => {
      const text = written((value as Record<string, unknown>)[key]);
      return text === undefined ? [] : `${JSON.stringify(key)}:${text}`;
    });
  return `{${fields.join(',')}}`;
}
