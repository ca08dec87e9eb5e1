// The topics of the WebSocket channel, by the names that faults and scenarios use.
import { EVENT_TOPICS, REQUEST_TOPICS } from '../../contract/topics.js';
import type { Result } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { type PrintedList, listText } from './list.js';

export function listTopics(io: Io): Result<PrintedList> {
  const data = [
    ...REQUEST_TOPICS.map((name) => ({ name, kind: 'request' })),
    ...EVENT_TOPICS.map((name) => ({ name, kind: 'event' })),
  ];
  const entries = data.map(({ name, kind }) => ({
    name,
    title: kind === 'event' ? 'an event that the service sends' : 'a request that a client sends',
    notes: kind === 'event' ? [`conform fault add delay-events --topic ${name}`] : [],
  }));
  const summary = `${entries.length} topics. conform spec asyncapi describes them.`;
  return { ok: true, value: { data, text: listText(entries, summary, io) } };
}
