// How far an audit is: days that run, that are over, and that there will be.
import type { AuditProgress } from '../../lab/audit/run-audit.js';

export interface DayCount {
  /** Names of the days that run. */
  readonly running: ReadonlySet<string>;
  readonly done: number;
  readonly total: number;
  note(progress: AuditProgress): void;
}

export function createDayCount(): DayCount {
  const running = new Set<string>();
  let done = 0;
  let total = 0;
  return {
    running,
    get done() {
      return done;
    },
    get total() {
      return total;
    },
    note(progress) {
      if (progress.kind === 'begun') {
        // One audit may follow another.
        if (running.size === 0 && done >= total) total = done + progress.of;
        running.add(progress.name);
      } else if (progress.kind === 'lived') {
        running.delete(progress.lived.name);
        done++;
      } else if (progress.kind === 'again') total += progress.days.length;
    },
  };
}
