// Routes about the journal: read it, follow it, download it.
import * as z from 'zod';
import {
  JOURNAL_KINDS,
  type JournalFilter,
  journalNdjson,
  type JournalRecord,
  matchesFilter,
} from '../journal/entry.js';
import { json, refused, route } from '../route.js';
import type { ServerResponse } from 'node:http';
import { CONTROL_LIMITS } from '../../limits/limits.js';
import type { Journal } from '../journal/journal.js';

const split = (text: string): string[] => text.split(',');

const filter = {
  device: z.string().optional().describe('Only what is about this device.'),
  client: z.string().optional().describe('Only what is about this API client.'),
  kind: z
    .string()
    .transform(split)
    .pipe(z.array(z.enum(JOURNAL_KINDS)))
    .optional()
    .describe('Only records of these kinds, separated by commas.'),
  code: z
    .string()
    .max(1000)
    .transform(split)
    .optional()
    .describe('Only replies and refusals with these codes, separated by commas.'),
  slow: z.coerce.number().min(0).optional().describe('Only what took at least so many ms.'),
  since: z.coerce.number().int().min(0).optional().describe('Only records after this number.'),
};
const filterQuery = z.strictObject(filter);

function filterOf({ device, client, kind, code, slow, since }: z.output<typeof filterQuery>): JournalFilter {
  return { device, client, kinds: kind, codes: code, slow, since };
}

/** `GET /journal`. */
export type JournalPart = ReturnType<typeof partOf>;

/** A reader that goes on from `since` gets the oldest records first; without `since` it gets the newest. */
function partOf(journal: Journal, filtered: JournalFilter) {
  const { lastSeq, dropped } = journal;
  return { lastSeq, dropped, records: journal.records(filtered) };
}

export const journalRoutes = [
  route('GET /journal', {
    id: 'readJournal',
    looks: ['records'],
    reply: { list: 'records', of: 'JournalRecord', also: ['lastSeq', 'dropped'] },
    summary:
      'Records of the journal, oldest first, after number `since`; by device, client, kind and code, or only slow ones',
    query: z.strictObject({
      ...filter,
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(10_000)
        .default(1000)
        .describe('Entries of the page, at most.'),
    }),
    handle: ({ query }, { installation: { journal } }) =>
      json(partOf(journal, { ...filterOf(query), most: query.limit })),
  }),
  route('GET /journal/follow', {
    id: 'followJournal',
    looks: ['records'],
    reply: { contentType: 'text/event-stream' },
    summary: 'New records as server-sent events; Last-Event-ID or `since` begins earlier',
    query: filterQuery,
    handle: ({ query, headers }, { installation: { journal } }) => {
      const last = headers['last-event-id'];
      if (last !== undefined && !/^\d{1,15}$/.test(last))
        return refused(400, 'Last-Event-ID is the number of a record.');
      const since = last === undefined ? query.since : Number(last);
      return {
        kind: 'stream',
        start: (response) => followJournal(journal, { ...filterOf(query), since }, response),
      };
    },
  }),
  route('GET /journal.ndjson', {
    id: 'downloadJournal',
    looks: ['records'],
    reply: { contentType: 'application/x-ndjson' },
    summary: 'The whole journal, one JSON record a line',
    query: filterQuery,
    handle: ({ query }, { installation: { journal } }) => ({
      kind: 'text',
      contentType: 'application/x-ndjson',
      text: journalNdjson(journal.records(filterOf(query))),
    }),
  }),
];

// Sends new journal records as server-sent events. A reader that reconnects says which record it has seen last.

function followJournal(journal: Journal, wanted: JournalFilter, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const send = (record: JournalRecord): void => {
    response.write(`id: ${record.seq}\nevent: ${record.kind}\ndata: ${JSON.stringify(record)}\n\n`);
    if (response.writableLength > CONTROL_LIMITS.maxUnread) response.destroy();
  };
  const { since } = wanted;
  if (since !== undefined) {
    // Tells the reader how many records the journal has dropped since then.
    const missed = journal.dropped - since;
    if (missed > 0) response.write(`event: gap\ndata: ${JSON.stringify({ missed })}\n\n`);
    for (const record of journal.records(wanted)) send(record);
  }
  const stop = journal.listen((record) => {
    if (matchesFilter(record, { ...wanted, since: undefined })) send(record);
  });
  response.on('close', stop);
  response.on('error', stop);
}
