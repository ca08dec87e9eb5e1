// A quota of a defect's own, smaller than those of the service.

export interface WrongQuota {
  readonly limit: number;
  /** In ms. */
  readonly window: number;
  /** By which each rejection lengthens the window, in ms. */
  readonly penalty: number;
}

/** @returns the seconds after which it is accepted, where it is rejected. */
export function createQuota(
  { limit, window, penalty }: WrongQuota,
  now: () => number,
): { take(of: string): number | undefined } {
  const windows = new Map<string, { endsAt: number; taken: number }>();
  return {
    take: (of) => {
      const before = windows.get(of);
      const current = before && before.endsAt > now() ? before : { endsAt: now() + window, taken: 0 };
      windows.set(of, current);
      if (current.taken < limit) {
        current.taken++;
        return undefined;
      }
      const seconds = Math.max(1, Math.ceil((current.endsAt - now()) / 1000));
      current.endsAt += penalty;
      return seconds;
    },
  };
}
