// What an audit tells while its days are lived; the verdicts come at the end, since they rest on all days.
import type { AuditProgress } from '../../lab/audit/run-audit.js';
import type { LiveServer } from './live-server.js';

export function watchAudit(
  server: Pick<LiveServer, 'tell'>,
  title: string,
): (progress: AuditProgress) => void {
  const running = new Set<string>();
  let total = 0;
  let done = 0;
  server.tell({ kind: 'began', model: { title, notes: [], facts: [], rules: [], checks: [] } });
  return (progress) => {
    if (progress.kind === 'begun') {
      running.add(progress.name);
      total = Math.max(total, progress.of);
    } else if (progress.kind === 'lived') {
      running.delete(progress.lived.name);
      done++;
    } else total += progress.days.length;
    server.tell({
      kind: 'doing',
      total,
      done,
      running: [...running].map((id) => ({ id, title: 'a day of the client', step: '' })),
    });
  };
}
