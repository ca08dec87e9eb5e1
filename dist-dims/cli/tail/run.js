import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
import { listenForInterrupt } from '../interrupt.js';
import { refusedWith } from '../control/ask.js';
import { controlClient } from '../control/control-client.js';
import { recordText } from './record-text.js';
export async function tail(options, io) {
    if (options.follow)
        return follow(options, io);
    const page = await lastRecords(options, controlClient(options, io));
    if (!page.ok)
        return refusedWith(io, page);
    for (const record of page.value.records)
        show(record, options, io);
    return EXIT.passed;
}
async function lastRecords(options, client) {
    if (!client.ok)
        return client;
    return client.value.call('GET', `/journal?${queryOf(options)}&limit=${options.lines}`);
}
async function follow(options, io) {
    const client = controlClient(options, io);
    if (!client.ok)
        return refusedWith(io, client);
    const query = queryOf(options);
    const page = await lastRecords(options, client);
    if (!page.ok)
        return refusedWith(io, page);
    for (const record of page.value.records)
        show(record, options, io);
    const interrupt = listenForInterrupt(() => undefined);
    const ended = await client.value.follow(`/journal/follow?${query}&since=${page.value.lastSeq}`, (event, data) => {
        if (event === 'gap')
            complain(io, [{ kind: 'words', message: 'the journal has dropped records' }]);
        else
            show(JSON.parse(data), options, io);
    }, interrupt.signal);
    interrupt.dispose();
    if (!ended.ok)
        return refusedWith(io, ended);
    if (interrupt.signal.aborted)
        return EXIT.passed;
    complain(io, [{ kind: 'words', message: 'the simulator has gone' }]);
    return EXIT.unreachable;
}
function show(record, { json }, { out, secrets }) {
    const shown = secrets.redact(record);
    if (json)
        out.document(`${JSON.stringify(shown)}\n`, 'json');
    else
        out.write(`${recordText(shown, out.paint, out.columns)}\n`);
}
function queryOf({ device, client, kind, code, slow }) {
    const query = new URLSearchParams();
    if (device !== undefined)
        query.set('device', device);
    if (client !== undefined)
        query.set('client', client);
    if (kind !== undefined)
        query.set('kind', kind.join(','));
    if (code !== undefined)
        query.set('code', code.join(','));
    if (slow !== undefined)
        query.set('slow', String(slow));
    return query.toString();
}
