// Loaded into every server before its own code (`node --import`): tells the bench over the IPC channel what the
// process has used. Kept out of the servers themselves, so that ours is measured as it is shipped.
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process has used up to now, and what it holds. */
export interface Usage {
  /** User and system time of all threads, in µs. */
  readonly cpu: number;
  /** Bytes. After a collection when one was asked for and the process allows it. */
  readonly resident: number;
  readonly heap: number;
  /** Open descriptors; undefined where the system does not tell. */
  readonly descriptors: number | undefined;
  /** Ms for which the process did one thing only, at the longest since it was asked to watch; 0 if it was not. */
  readonly hold: number;
  /** Kinds of resources that keep the process alive, one entry for each resource. */
  readonly resources: readonly string[];
}

export interface Question {
  readonly id: number;
  readonly collect: boolean;
  /** Begins to watch how long the event loop is held; the next answer says it. */
  readonly watch: boolean;
}

export interface Answer {
  readonly id: number;
  readonly usage: Usage;
}

/** Each ms it looks whether its timer is late, which costs more than a quick request: it runs only where it is asked for. */
const delays = monitorEventLoopDelay({ resolution: 1 });

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return {
    cpu: user + system,
    resident: rss,
    heap: heapUsed,
    hold: delays.max / 1e6,
    descriptors: countDescriptors(),
    resources: process.getActiveResourcesInfo(),
  };
}

function countDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

process.on('message', ({ id, collect, watch }: Question) => {
  if (collect) globalThis.gc?.();
  process.send?.({ id, usage: usage() } satisfies Answer);
  delays.disable();
  delays.reset();
  if (watch) delays.enable();
});
process.channel?.unref();
