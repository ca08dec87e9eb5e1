// What a process that takes no probe has used up to now, as Linux tells it. Its CPU time is counted in ticks of 10 ms.
import { readFileSync, readdirSync } from 'node:fs';
import type { Usage } from './probe.js';

/** The system counts in USER_HZ, which is 100 on every machine that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;
const PAGE = 4096;
/** Places of `utime` and `stime` in /proc/PID/stat, counted behind the name of the program. */
const UTIME = 11;
const STIME = 12;

export function foreignUsage(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name stands in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  const resident = Number(pages) * PAGE;
  return {
    cpu: (Number(fields[UTIME]) + Number(fields[STIME])) * MICROSECONDS_PER_TICK,
    resident,
    heap: resident,
    hold: 0,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    resources: [],
  };
}
