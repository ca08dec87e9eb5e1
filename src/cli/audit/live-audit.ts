// The days of an audit with the processes of a client: in the time of this machine, or in virtual time.
import type { Result } from '../../document/diagnostic.js';
import { createScaledClock, createSystemClock } from '../../kernel/machine-clock.js';
import { measureLateness } from '../../lab/audit/run-audit.js';
import { portRefused } from '../open-port.js';
import { type AuditParts, auditIn } from './audit-in-time.js';
import type { ChosenAudit } from './choose.js';
import { type Explored, exploredAudit } from './explore.js';
import { createTimeLimit } from './time-limit.js';
import { virtualAudit } from './virtual-audit.js';

export async function liveAudit(chosen: ChosenAudit, parts: AuditParts): Promise<Result<Explored>> {
  const { options, progress } = parts;
  const clock = createScaledClock(chosen.speed);
  const lateness = measureLateness(createSystemClock());
  const time = createTimeLimit(options.for, parts.signal, clock);
  const inRealTime = { clock, lateness, signal: time.signal };
  try {
    if (options.explore !== undefined) return await exploredAudit(chosen, parts, inRealTime, options.explore);
    if (options.virtual) return await virtualAudit(chosen, parts, inRealTime);
    const value = await auditIn(chosen, parts, inRealTime);
    const missed = chosen.days.slice(value.days.length).map(({ day }) => day.id);
    if (missed.length > 0) progress.say(`the time was over before ${missed.join(', ')}`);
    return { ok: true, value };
  } catch (error) {
    return portRefused(error, options.host, options.listen ?? 0, '--listen');
  } finally {
    lateness.stop();
    time.dispose();
  }
}
