// Keys are filed by device, so that one key may mean a command on each.
import type { CommandRequest } from '../service/command-ledger.js';
import type { Defect } from './defect.js';

export function keyPerDevice(): Defect {
  const filed = (request: CommandRequest): CommandRequest => {
    const { deviceId, idempotencyKey } = request;
    return idempotencyKey === undefined
      ? request
      : { ...request, idempotencyKey: `${deviceId} ${idempotencyKey}` };
  };
  return {
    id: 'key-per-device',
    rule: 'idempotency.reused-for-another-request',
    summary: 'A used key is carried out as a new command when it names another device.',
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        lookUp: (request) => ports.ledger.lookUp(filed(request)),
        open: (request) => ports.ledger.open(filed(request)),
      },
    }),
  };
}
