// One repeat may wait for the command that runs; a second one at the same time is taken for a new request.
import type { Defect } from './defect.js';

export function racingRepeatsRun(): Defect {
  return {
    id: 'racing-repeats-run',
    rule: 'idempotency.in-flight',
    summary: 'Of two repeats that arrive while the first request still runs, the second is a new command.',
    ports: (ports) => {
      const awaited = new Set<string>();
      let racing = false;
      return {
        ...ports,
        lane: {
          ...ports.lane,
          enter: (deviceId) => ports.lane.enter(deviceId) ?? (racing ? () => undefined : undefined),
        },
        ledger: {
          ...ports.ledger,
          lookUp: (request) => {
            const known = ports.ledger.lookUp(request);
            racing = false;
            if (known.kind !== 'repeat' || known.entry.command.status !== 'pending') return known;
            const { commandId } = known.entry.command;
            racing = awaited.has(commandId);
            awaited.add(commandId);
            return racing ? { kind: 'new' } : known;
          },
        },
      };
    },
  };
}
