// Idempotency keys are not looked at.
import type { Defect } from './defect.js';

/** On one channel, or on both. */
export function keyIgnoredOverRest(): Defect {
  return keyIgnored('rest', 'key-ignored-over-rest', 'idempotency.same-command-rest');
}

export function keyIgnoredOverWebsocket(): Defect {
  return keyIgnored('ws', 'key-ignored-over-websocket', 'idempotency.same-command-websocket');
}

function keyIgnored(channel: 'rest' | 'ws', id: string, rule: Defect['rule']): Defect {
  return {
    id,
    rule,
    summary: `A repeated request over ${channel === 'rest' ? 'REST' : 'WebSocket'} is a new command.`,
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) =>
          request.origin?.channel === channel ? { kind: 'new' } : ports.ledger.lookUp(request),
      },
    }),
  };
}
