import { CONTROL_LIMITS } from '../limits/limits.js';
import { matches } from './journal/entry.js';
export function follow(journal, filter, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    const send = (record) => {
        response.write(`id: ${record.seq}\nevent: ${record.kind}\ndata: ${JSON.stringify(record)}\n\n`);
        if (response.writableLength > CONTROL_LIMITS.maxUnread)
            response.destroy();
    };
    const { since } = filter;
    if (since !== undefined) {
        // Tells the reader how many records the journal has dropped since then.
        const missed = journal.dropped - since;
        if (missed > 0)
            response.write(`event: gap\ndata: ${JSON.stringify({ missed })}\n\n`);
        for (const record of journal.records(filter))
            send(record);
    }
    const stop = journal.listen((record) => {
        if (matches(record, { ...filter, since: undefined }))
            send(record);
    });
    response.on('close', stop);
    response.on('error', stop);
}
