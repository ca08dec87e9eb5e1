// The switches of the instrumented code of this thread: which mutant is on, and which ones a piece of work reached.

/** The global that instrumented code looks at. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Counts; perTest: Record<string, Counts> };
}

type Counts = Record<string, number>;

const holder = globalThis as { __stryker__?: Switches };
const switches: Switches = (holder.__stryker__ ??= {});

/** @param key of the mutant; undefined: none is on, and the code is as it was written. */
export function turnOn(key: string | undefined): void {
  switches.activeMutant = key;
}

/** What is reached from now on is counted for this work. */
export function beginWork(name: string): void {
  switches.currentTestId = name;
}

/** Keys of the mutants that the work has reached. */
export function reachedBy(name: string): readonly string[] {
  return Object.keys(switches.mutantCoverage?.perTest[name] ?? {});
}

/** Keys of the mutants that were reached before any work: by loading the modules. */
export function reachedByLoading(): readonly string[] {
  return Object.keys(switches.mutantCoverage?.static ?? {});
}
