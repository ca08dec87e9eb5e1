// What was said of a command when it ended does not last.
import type { Defect } from './defect.js';

export function finalStatusChanges(): Defect {
  return {
    id: 'final-status-changes',
    rule: 'commands.terminal-stays',
    summary: 'A command that has succeeded is shown as failed when it is read later.',
    service: (service) => ({
      ...service,
      readCommand: (caller, commandId) => {
        const read = service.readCommand(caller, commandId);
        return read.ok && read.value.status === 'succeeded'
          ? { ok: true, value: { ...read.value, status: 'failed' } }
          : read;
      },
    }),
  };
}
