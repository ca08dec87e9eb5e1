// What is made once for each key, when it is first asked for.

/** The value under the key; where there is none, the one that is made now stays there. */
export function keptIn<K, V>(
  values: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => NoInfer<V>,
): V {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}
