// Which core the server under measurement gets, and which one its load: on one core they would wait for each other, and
// moved from core to core they would pay for cold caches by chance.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

export interface Cores {
  readonly server: number;
  readonly client: number;
}

/** Undefined where there is only one, or where the system does not let us choose: then nothing is pinned. */
export function chooseCores(): Cores | undefined {
  const count = availableParallelism();
  if (count < 2 || !pin(`0-${count - 1}`)) return undefined;
  return { server: count - 1, client: count - 2 };
}

/** Keeps this process, with all its threads, on these cores; `undefined` lets it onto all of them again. */
export function keepOn(core: number | undefined): void {
  pin(core === undefined ? `0-${availableCores - 1}` : String(core));
}

/** Keeps this process, and what it starts, on those that neither the server nor its load has, where there are any. */
export function keepOff({ server, client }: Cores): void {
  const others = Array.from({ length: availableCores }, (_, core) => core).filter(
    (core) => core !== server && core !== client,
  );
  if (others.length > 0) pin(others.join(','));
}

/** Asked once: a process that is pinned is told of one core only. */
const availableCores = availableParallelism();

function pin(cores: string): boolean {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
