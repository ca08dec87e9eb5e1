// Writes into a trace what the driver sees, without the secrets.
import { OWN_WORDS } from '../../../trace/own-words.js';
import type { TraceEntry, TraceRecord } from '../../../trace/record.js';
import type { Trace } from '../../../trace/trace.js';
import { changedTexts, type Secrets } from '../../../output/secrets.js';

export type Recorded<E extends TraceEntry> = E & Pick<TraceRecord, 'seq' | 'at'>;

export type TraceRecorder = ReturnType<typeof createTraceRecorder>;

/** The entry without secrets. @param whole strings that are secrets in it, whatever they are elsewhere. */
export function withoutSecrets<E extends TraceEntry>(
  entry: E,
  secrets: Secrets,
  whole?: ReadonlyMap<string, string>,
): E {
  return withOwnWords(entry, secrets.redact(entry, whole));
}

function withOwnWords<E extends TraceEntry>(entry: E, redacted: E): E {
  if (redacted === entry) return entry;
  const own = OWN_WORDS.flatMap((word) => (word in entry ? [[word, entry[word as keyof E]]] : []));
  return { ...redacted, ...(Object.fromEntries(own) as object) };
}

/**
 * @param later only what is a secret by its place is taken out at once; whoever shows the trace calls
 * `withoutSecrets` for each of its records.
 */
export function createTraceRecorder(trace: Trace, secrets: Secrets, later: boolean) {
  const names = new Map<string, number>();
  return {
    trace,
    /** `whole` are strings that are secrets in this record, whatever they are elsewhere. */
    record: <E extends TraceEntry>(entry: E, whole?: ReadonlyMap<string, string>) => {
      const clean = later ? withoutIssued(entry, whole) : withoutSecrets(entry, secrets, whole);
      return trace.add(clean) as unknown as Recorded<E>;
    },

    /** The name, or the name with a number when the trace already has a connection of that name. */
    connectionName: (wanted: string) => {
      const count = (names.get(wanted) ?? 0) + 1;
      names.set(wanted, count);
      return count === 1 ? wanted : `${wanted}#${count}`;
    },
  };
}

/** Judges tell what was issued by its name. */
function withoutIssued<E extends TraceEntry>(entry: E, whole: ReadonlyMap<string, string> | undefined): E {
  return whole?.size
    ? withOwnWords(entry, changedTexts(entry, (text) => whole.get(text) ?? text) as E)
    : entry;
}

/** Longer texts are recorded up to here: a trace may have many of them. */
const LONGEST_TEXT = 64 * 1024;

/** A body as the trace shows it: parsed when it is JSON, its beginning when it is very long. */
export function shownBody(text: string, parsed: unknown): unknown {
  if (text.length > LONGEST_TEXT) return `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
  return parsed === undefined ? text : parsed;
}
