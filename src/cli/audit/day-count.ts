// How far an audit is: days that run, that are over, and that there will be.
import type { AuditProgress } from '../../lab/audit/run-audit.js';

export function createDayCount() {
  const running = new Set<string>();
  let done = 0;
  let total = 0;
  return {
    /** Names of the days that run. */
    running: running as ReadonlySet<string>,
    get done(): number {
      return done;
    },
    get total(): number {
      return total;
    },
    note(progress: AuditProgress): void {
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
