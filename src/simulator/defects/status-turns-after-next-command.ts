// What became of a command is kept with the device: the next one writes over it.
import type { Defect } from './defect.js';

export function statusTurnsAfterNextCommand(): Defect {
  return {
    id: 'status-turns-after-next-command',
    rule: 'commands.terminal-stays',
    summary: 'A command is shown as timed out once another one has ended on its device.',
    ports: (ports) => {
      const latest = new Map<string, string>();
      return {
        ...ports,
        ledger: {
          ...ports.ledger,
          open: (request) => {
            const opened = ports.ledger.open(request);
            latest.set(request.deviceId, opened.entry.command.commandId);
            return opened;
          },
          find: (commandId) => {
            const entry = ports.ledger.find(commandId);
            if (!entry || entry.command.status === 'pending') return entry;
            const overwritten = latest.get(entry.command.deviceId) !== commandId;
            return overwritten ? { ...entry, command: { ...entry.command, status: 'timeout' } } : entry;
          },
        },
      };
    },
  };
}
