// Some kinds of events are never sent.
import type { EventTopic } from '../../contract/topics.js';
import type { ServiceEvent } from '../service/event-bus.js';
import type { Defect } from './defect.js';
import { withPublishing } from './with-publishing.js';

export const inputEventsMissing = (): Defect =>
  missing(
    'input-events-missing',
    'events.input-changed',
    'Changes of digital inputs emit no event.',
    (event) =>
      event.topic === 'device.state.changed' && event.changes.every(({ kind }) => kind === 'digitalInput'),
  );

export const onlineMissing = (): Defect =>
  withoutTopic('online-missing', 'events.online', 'device.connection.online');

export const offlineMissing = (): Defect =>
  withoutTopic('offline-missing', 'events.offline', 'device.connection.offline');

export const powerLostMissing = (): Defect =>
  withoutTopic('power-lost-missing', 'events.power-lost', 'device.power.lost');

export const powerRestoredMissing = (): Defect =>
  withoutTopic('power-restored-missing', 'events.power-restored', 'device.power.restored');

export const rs485ReceivedMissing = (): Defect =>
  withoutTopic('rs485-received-missing', 'events.rs485-received', 'device.rs485.received');

function withoutTopic(id: string, rule: Defect['rule'], topic: EventTopic): Defect {
  return missing(id, rule, `The event ${topic} is never sent.`, (event) => event.topic === topic);
}

function missing(
  id: string,
  rule: Defect['rule'],
  summary: string,
  swallows: (event: ServiceEvent) => boolean,
): Defect {
  return {
    id,
    rule,
    summary,
    ...withPublishing((event) => (swallows(event) ? [] : [event])),
  };
}
