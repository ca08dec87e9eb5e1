// Measures several subjects in turn, A B then B A, so that whatever else the machine does spoils all of them alike.

export interface Measurement {
  /** Things done per second. */
  readonly rate: number;
  /** µs of the server's CPU time for each of them. */
  readonly cpu: number;
  /** How much of the time the load itself was at work, from 0 to 1. */
  readonly load: number;
  /** Ms for which the server heard of nothing else, at the longest; only where it was asked for. */
  readonly hold?: number;
}

export interface Subject {
  readonly name: string;
  measure(): Promise<Measurement>;
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Result {
  readonly name: string;
  readonly rate: Spread;
  readonly cpu: Spread;
  readonly load: Spread;
  readonly hold?: Spread;
  /** Of each round, to the first subject of the same round: by rate, and by CPU time. Absent for the first itself. */
  readonly ratio?: Spread;
  readonly cpuRatio?: Spread;
}

/** Ms for which each subject is at work before the first round that counts: until then V8 still compiles. */
const WARM_UP = 1500;

/** The first subject is the yardstick. Rounds before the counted ones warm all of them up. */
export async function measureInTurn(subjects: readonly Subject[], rounds: number): Promise<Result[]> {
  const measured = subjects.map((): Measurement[] => []);
  for (const subject of subjects) {
    const begin = performance.now();
    do await subject.measure();
    while (rounds > 1 && performance.now() - begin < WARM_UP);
  }
  for (let round = 0; round < rounds; round++) {
    const order = [...subjects.entries()];
    for (const [at, subject] of round % 2 === 0 ? order : order.toReversed())
      measured[at]?.push(await subject.measure());
  }
  const [yardstick = []] = measured;
  return subjects.map(({ name }, at) => {
    const own = measured[at] ?? [];
    const toFirst = (of: (one: Measurement, first: Measurement) => number): Spread =>
      spreadOf(own.map((one, round) => of(one, yardstick[round] ?? one)));
    const holds = own.flatMap(({ hold }) => (hold === undefined ? [] : [hold]));
    return {
      name,
      rate: spreadOf(own.map(({ rate }) => rate)),
      cpu: spreadOf(own.map(({ cpu }) => cpu)),
      load: spreadOf(own.map(({ load }) => load)),
      ...(holds.length > 0 && { hold: spreadOf(holds) }),
      ...(at > 0 && {
        ratio: toFirst((one, first) => one.rate / first.rate),
        cpuRatio: toFirst((one, first) => first.cpu / one.cpu),
      }),
    };
  });
}

export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  };
}
