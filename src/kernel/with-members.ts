// An object with other members in place of its own, or beside them.

/** Unlike with a spread, what is counted anew whenever it is read stays so. */
export function withMembers<T extends object, C extends object>(inner: T, members: C): Omit<T, keyof C> & C {
  const own = { ...Object.getOwnPropertyDescriptors(inner), ...Object.getOwnPropertyDescriptors(members) };
  return Object.defineProperties({}, own) as Omit<T, keyof C> & C;
}
