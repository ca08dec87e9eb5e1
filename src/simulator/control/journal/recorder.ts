// How the journal watches a simulator: from the inside, where requests are read and events are published,
// and from the outside, where it sees what defects and faults have made of them.
import type { Decoration } from '../../decoration.js';
import type { ServiceEvent } from '../../service/event-bus.js';
import { createExchanges } from './exchanges.js';
import type { Journal } from './journal.js';
import {
  type CloseCodes,
  type Connections,
  createConnections,
  markFrames,
  markRequests,
} from './record-edges.js';
import { recordService } from './record-service.js';

export interface Recorder {
  /** To be applied first, before defects and faults. */
  readonly inner: Decoration;
  /** To be applied last. */
  readonly outer: Decoration;
  readonly connections: Pick<Connections, 'count' | 'closeAll'>;
}

/** @param closeCodes what the transport's reasons to close a connection mean. */
export function createRecorder(journal: Journal, closeCodes: CloseCodes): Recorder {
  const exchanges = createExchanges(journal);
  const connections = createConnections(journal, exchanges, closeCodes);
  return {
    inner: {
      ports: (ports) => ({
        ...ports,
        events: {
          ...ports.events,
          publish: (event) => {
            recordEvent(journal, event);
            ports.events.publish(event);
          },
        },
      }),
      rest: (next) => markRequests(next, exchanges),
      session: (next) => markFrames(next, exchanges),
    },
    outer: {
      service: (service) => recordService(service, exchanges, journal),
      session: connections.record,
    },
    connections,
  };
}

/** The state block is left out: it is large, and the changes say what is new in it. */
function recordEvent(journal: Journal, event: ServiceEvent): void {
  const { topic, eventId, deviceId } = event;
  const common = { kind: 'event', connection: '*', topic, eventId, deviceId } as const;
  if (event.topic === 'device.state.changed')
    journal.note({ ...common, data: { changes: event.changes.map((change) => ({ ...change })) } });
  else if (event.topic === 'device.rs485.received') journal.note({ ...common, data: event.data });
  else journal.note(common);
}
