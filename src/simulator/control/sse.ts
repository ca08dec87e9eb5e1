// Sends new journal records as server-sent events. A reader that reconnects says which record it has seen last.
import type { ServerResponse } from 'node:http';
import { CONTROL_LIMITS } from '../limits/limits.js';
import { type JournalFilter, type JournalRecord, matchesFilter } from './journal/entry.js';
import type { Journal } from './journal/journal.js';

export function followJournal(journal: Journal, filter: JournalFilter, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const send = (record: JournalRecord): void => {
    response.write(`id: ${record.seq}\nevent: ${record.kind}\ndata: ${JSON.stringify(record)}\n\n`);
    if (response.writableLength > CONTROL_LIMITS.maxUnread) response.destroy();
  };
  const { since } = filter;
  if (since !== undefined) {
    // Tells the reader how many records the journal has dropped since then.
    const missed = journal.dropped - since;
    if (missed > 0) response.write(`event: gap\ndata: ${JSON.stringify({ missed })}\n\n`);
    for (const record of journal.records(filter)) send(record);
  }
  const stop = journal.listen((record) => {
    if (matchesFilter(record, { ...filter, since: undefined })) send(record);
  });
  response.on('close', stop);
  response.on('error', stop);
}
