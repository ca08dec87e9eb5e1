// A repeat while the first still runs is taken for a second operation.
import type { Defect } from './defect.js';
import { forgetfulLedger } from './forgetful-ledger.js';

export function repeatInFlightRuns(): Defect {
  return {
    id: 'repeat-in-flight-runs',
    rule: 'idempotency.in-flight',
    summary: 'A repeat while the first request still runs creates a second command.',
    ports: (ports) => ({
      ...ports,
      lane: { ...ports.lane, enter: (deviceId) => ports.lane.enter(deviceId) ?? (() => undefined) },
      ledger: forgetfulLedger(ports.ledger, ({ status }) => status === 'pending'),
    }),
  };
}
