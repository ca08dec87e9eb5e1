// What an audit tells while its days are lived; the verdicts come at the end, since they rest on all days.
import type { AuditProgress } from '../../lab/audit/run-audit.js';
import { createDayCount } from '../audit/day-count.js';
import type { LiveServer } from './live-server.js';

export function watchAudit(
  server: Pick<LiveServer, 'tell'>,
  title: string,
): (progress: AuditProgress) => void {
  const days = createDayCount();
  server.tell({ kind: 'began', model: { title, notes: [], facts: [], rules: [], checks: [] } });
  return (progress) => {
    days.note(progress);
    server.tell({
      kind: 'doing',
      total: days.total,
      done: days.done,
      running: [...days.running].map((id) => ({ id, title: 'a day of the client', step: '' })),
    });
  };
}
