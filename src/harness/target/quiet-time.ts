// How long connections were open outside of some windows of time, and how often the target closed one there.

export interface Window {
  /** Clock times in ms. */
  readonly from: number;
  readonly to: number;
}

/** The life of a connection. */
export interface ConnectionSpan extends Window {
  /** The target has closed it. */
  readonly byTarget: boolean;
}

/** @returns ms over all connections together, and how many of them were closed in that time. */
export function quietTime(
  spans: readonly ConnectionSpan[],
  windows: readonly Window[],
): { readonly time: number; readonly closed: number } {
  const loud = merged(windows);
  const isLoud = (at: number): boolean => loud.some(({ from, to }) => at >= from && at <= to);
  const quietOf = ({ from, to }: ConnectionSpan): number =>
    loud.reduce(
      (left, each) => left - Math.max(0, Math.min(to, each.to) - Math.max(from, each.from)),
      to - from,
    );
  return {
    time: spans.reduce((sum, span) => sum + quietOf(span), 0),
    closed: spans.filter(({ to, byTarget }) => byTarget && !isLoud(to)).length,
  };
}

/** Windows that overlap are one. */
function merged(windows: readonly Window[]): readonly Window[] {
  const all: Window[] = [];
  for (const each of windows.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && each.from <= last.to) all[all.length - 1] = { ...last, to: Math.max(last.to, each.to) };
    else all.push(each);
  }
  return all;
}
