// From the text of a HAR file to records of a trace. The clock of such a file is the client's: what it calls too early
// would have been so at the service, too.
import { PATH_PREFIX } from '../../contract/limits.js';
import type { Dialect } from '../../dialect/dialect.js';
import { jsonIn } from '../../kernel/json.js';
import type { TraceRecord } from '../../trace/record.js';
import { createHarFrames } from './har-frames.js';
import { type HarEntry, harFile, harStart } from './har-file.js';
import { createHarRequests } from './har-requests.js';
import type { ServiceReader } from './service-reader.js';

export type ReadHar =
  | { readonly ok: true; readonly records: readonly TraceRecord[] }
  | { readonly ok: false; readonly message: string };

/** @param reader of answers, where the service is judged. */
export function readHar(text: string, dialect: Dialect, reader?: ServiceReader): ReadHar {
  const json = jsonIn(text);
  if (json === undefined) return { ok: false, message: 'the file is not JSON; perhaps it is cut off' };
  const read = harFile.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue?.path.map(String).join('/') ?? '';
    return { ok: false, message: `no HAR file: /${place}: ${issue?.message ?? 'not as expected'}` };
  }
  const requests = createHarRequests(dialect, reader);
  const frames = createHarFrames(dialect, requests);
  // Tokens and tickets are known by their answers, so what came first is read first.
  const entries = toService(read.data.log.entries, dialect).toSorted((a, b) => harStart(a) - harStart(b));
  const timed = entries.flatMap((entry) =>
    isUpgrade(entry) ? frames.connection(entry) : requests.exchange(entry),
  );
  const records = timed
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, entry }, seq): TraceRecord => ({ seq, at, ...entry }));
  return { ok: true, records };
}

/** A browser also keeps what it asked of others: pages, pictures, extensions. All of it where nothing is of the interface. */
function toService(entries: readonly HarEntry[], { path }: Dialect): readonly HarEntry[] {
  const readable = entries.filter(({ request }) => URL.canParse(request.url));
  const meant = readable.filter(({ request }) => {
    const { protocol, pathname } = new URL(request.url);
    return /^(https?|wss?):$/.test(protocol) && path(pathname).startsWith(`${PATH_PREFIX}/`);
  });
  return meant.length > 0 ? meant : readable;
}

function isUpgrade({ request, response, _webSocketMessages: messages }: HarEntry): boolean {
  return /^wss?:/.test(request.url) || response.status === 101 || messages.length > 0;
}
