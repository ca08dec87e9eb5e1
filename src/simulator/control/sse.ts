// Follows the journal with server-sent events. A reader that comes back says which record it saw last.
import type { ServerResponse } from 'node:http';
import { type JournalFilter, type JournalRecord, matches } from './journal/entry.js';
import type { Journal } from './journal/journal.js';

/** A reader with more than this unread is sent away; it may come back with Last-Event-ID. */
const MOST_UNREAD = 4 * 1024 * 1024;

export function follow(journal: Journal, filter: JournalFilter, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const send = (record: JournalRecord): void => {
    response.write(`id: ${record.seq}\nevent: ${record.kind}\ndata: ${JSON.stringify(record)}\n\n`);
    if (response.writableLength > MOST_UNREAD) response.destroy();
  };
  const { since } = filter;
  if (since !== undefined) {
    // Nothing must be concluded from the absence of what the journal no longer has.
    const missed = journal.dropped - since;
    if (missed > 0) response.write(`event: gap\ndata: ${JSON.stringify({ missed })}\n\n`);
    for (const record of journal.records(filter)) send(record);
  }
  const stop = journal.listen((record) => {
    if (matches(record, { ...filter, since: undefined })) send(record);
  });
  response.on('close', stop);
  response.on('error', stop);
}
