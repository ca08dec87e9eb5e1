// How the journal watches a simulator: as a decoration of the service, from inside and from outside of defects and
// faults, and as the log of the transports.
import type { Dialect } from '../../../dialect/dialect.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Decoration } from '../../decoration.js';
import type { TrafficLog } from '../../transport/traffic-log.js';
import { createIssued, type Issued } from './issued.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Journal } from './journal.js';
import { atOnce } from '../../service/service.js';
import { recordService } from './record-service.js';
import { createJournalTraffic } from './traffic.js';

export interface Recorder {
  /** To be applied first, before defects and faults. */
  readonly inner: Decoration;
  /** To be applied last. */
  readonly outer: Decoration;
  readonly traffic: TrafficLog;
  readonly issued: { readonly tokens: Issued; readonly tickets: Issued };
}

export interface RecorderParts {
  readonly dialect: Dialect;
  readonly clock: Pick<Clock, 'now'>;
  /** For the digests of bodies. */
  readonly salt: number;
  /** Is told of all that is issued, and of passwords that come. */
  readonly secrets: Secrets;
  /** Whether other instances issue tokens and tickets, too. */
  readonly isShared?: () => boolean;
}

export function createRecorder(journal: Journal, parts: RecorderParts): Recorder {
  const { dialect, clock, salt, secrets, isShared } = parts;
  const issued = { tokens: createIssued(isShared), tickets: createIssued(isShared) };
  const { publish, ...traffic } = createJournalTraffic({
    journal,
    dialect,
    now: () => clock.now(),
    salt,
    ...issued,
  });
  return {
    inner: {
      ports: (ports) => ({
        ...ports,
        events: { ...ports.events, publish: (event) => publish(event, () => ports.events.publish(event)) },
      }),
    },
    outer: { service: (service) => atOnce(recordService(service, { journal, dialect, secrets, ...issued })) },
    traffic,
    issued,
  };
}
