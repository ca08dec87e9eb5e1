// How the journal gets its records: from a decoration of the event bus inside of defects and faults, from one of the
// service outside of them, and from the transports.
import type { Decoration } from '../../decoration.js';
import type { ServiceEvent } from '../../service/event-bus.js';
import type { TrafficLog } from '../../transport/traffic-log.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Journal } from './journal.js';
import { recordService } from './record-service.js';

export interface Recorder {
  /** To be applied first, before defects and faults. */
  readonly inner: Decoration;
  /** To be applied last. */
  readonly outer: Decoration;
  readonly traffic: TrafficLog;
}

/** @param secrets hears of all that is issued, and of passwords that come. */
export function createRecorder(journal: Journal, secrets: Secrets): Recorder {
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
    },
    outer: { service: (service) => recordService(service, journal, secrets) },
    traffic: createTrafficLog(journal),
  };
}

function createTrafficLog(journal: Journal): TrafficLog {
  return {
    settled: (origin, what, answer) => {
      const client = origin.channel === 'ws' ? origin.connection.clientId : undefined;
      const row = journal.asked({ origin, channel: origin.channel, client, request: { what } });
      journal.answered(row, answer);
    },
    opened: ({ id, clientId }) =>
      journal.note({ kind: 'connection', connection: id, client: clientId, state: 'open' }),
    closed: ({ id, clientId }, close) => {
      const by = close ? 'target' : 'harness';
      const how = close && { closeCode: close.code, detail: close.reason };
      journal.note({ kind: 'connection', connection: id, client: clientId, state: 'closed', by, ...how });
    },
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
