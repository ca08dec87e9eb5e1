import { jsonIn } from '../../kernel/json.js';
import { createHarFrames } from './har-frames.js';
import { harFile, startOf } from './har-file.js';
import { createHarRequests } from './har-requests.js';
export function readHar(text, dialect) {
    const json = jsonIn(text);
    if (json === undefined)
        return { ok: false, message: 'the file is not JSON; perhaps it is cut off' };
    const read = harFile.safeParse(json);
    if (!read.success) {
        const [issue] = read.error.issues;
        const place = issue?.path.map(String).join('/') ?? '';
        return { ok: false, message: `no HAR file: /${place}: ${issue?.message ?? 'not as expected'}` };
    }
    const requests = createHarRequests(dialect);
    const frames = createHarFrames(dialect, requests);
    // Tokens and tickets are known by their answers, so what came first is read first.
    const entries = read.data.log.entries.toSorted((a, b) => startOf(a) - startOf(b));
    const timed = entries.flatMap((entry) => isUpgrade(entry) ? frames.connection(entry) : requests.exchange(entry));
    const records = timed
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, entry }, seq) => ({ seq, at, ...entry }));
    return { ok: true, records };
}
function isUpgrade({ request, response, _webSocketMessages: messages }) {
    return /^wss?:/.test(request.url) || response.status === 101 || messages.length > 0;
}
