// Idempotency keys are not looked at.
import type { Defect } from './defect.js';
import { whichChannel } from './which-channel.js';

/** On one channel, or on both. */
export function keyIgnoredOverRest(): Defect {
  return keyIgnored('rest', 'key-ignored-over-rest', 'idempotency.same-command-rest');
}

export function keyIgnoredOverWebsocket(): Defect {
  return keyIgnored('ws', 'key-ignored-over-websocket', 'idempotency.same-command-websocket');
}

function keyIgnored(channel: 'rest' | 'ws', id: string, rule: Defect['rule']): Defect {
  const now = whichChannel();
  return {
    id,
    rule,
    summary: `A repeated request over ${channel === 'rest' ? 'REST' : 'WebSocket'} is a new command.`,
    ...now.watching,
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => (now.current() === channel ? { kind: 'new' } : ports.ledger.lookUp(request)),
      },
    }),
  };
}
