// One text for equal JSON values: two records that say the same in another order of keys are the same.

export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sorted(inner) : inner)) ?? '';
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
