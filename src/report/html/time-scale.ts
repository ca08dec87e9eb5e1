// Where on a timeline a moment is drawn. Times in which nothing happens are folded, or a wait of three
// seconds would leave no room for the requests around it.

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface Fold {
  /** Where the fold is drawn. */
  readonly x: number;
  /** How much time it hides. */
  readonly hidden: number;
}

export interface TimeScale {
  /** The place of a moment. */
  x(at: number): number;
  readonly folds: readonly Fold[];
  /** Busy stretches, as times. */
  readonly stretches: readonly TimeSpan[];
}

/** What a folded stretch of nothing takes. */
const FOLD_WIDTH = 36;
/** Nothing shorter than this is worth a fold, whatever the rest of the timeline looks like. */
const LEAST_FOLD = 200;
/** Around what happens, as a share of all that happens. */
const MARGIN = 0.06;

export function createTimeScale(spans: readonly TimeSpan[], left: number, width: number): TimeScale {
  const stretches = busyStretches(spans);
  const folded = (stretches.length - 1) * FOLD_WIDTH;
  const busy = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const perMs = busy === 0 ? 0 : Math.max(width - folded, width / 4) / busy;
  const starts: number[] = [];
  let x = left;
  for (const { from, to } of stretches) {
    starts.push(x);
    x += (to - from) * perMs + FOLD_WIDTH;
  }
  return {
    x: (at) => {
      const index = Math.max(
        0,
        stretches.findLastIndex(({ from }) => from <= at),
      );
      const stretch = stretches[index];
      if (!stretch) return left;
      return (
        (starts[index] ?? left) + (Math.min(Math.max(at, stretch.from), stretch.to) - stretch.from) * perMs
      );
    },
    folds: stretches.slice(1).map(({ from }, index) => {
      const before = stretches[index]?.to ?? from;
      return { x: (starts[index + 1] ?? left) - FOLD_WIDTH / 2, hidden: from - before };
    }),
    stretches,
  };
}

function busyStretches(spans: readonly TimeSpan[]): TimeSpan[] {
  const sorted = spans.toSorted((a, b) => a.from - b.from);
  const first = sorted[0];
  if (!first) return [];
  const busy = sorted.reduce((sum, { from, to }) => sum + to - from, 0);
  const margin = Math.max(busy * MARGIN, 2);
  const least = Math.max(busy / 4, LEAST_FOLD);
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of sorted) {
    const last = stretches.at(-1);
    if (last && from - margin - last.to < least) last.to = Math.max(last.to, to + margin);
    else stretches.push({ from: from - margin, to: to + margin });
  }
  return stretches;
}
