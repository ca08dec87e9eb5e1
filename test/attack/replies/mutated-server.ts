// A server in front of the simulator that passes everything on, and changes some of the answers.
import { endpointAt } from './endpoint-at.js';
import type {
  InProcessServer,
  Peer,
} from '../../../src/harness/target/in-process/create-in-process-transport.js';
import type { HttpReply } from '../../../src/harness/target/transport.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { isObject, jsonIn } from '../../../src/kernel/json.js';
import type { Change, Mutation } from './mutation.js';

export interface Mutated {
  readonly server: InProcessServer;
  /** How many answers were changed, and which field of them. */
  readonly seen: { hits: number; field?: string };
}

/** A key, or `*` for all elements of a list. */
type Step = string;

/** What goes out instead of a body or frame; undefined: nothing, ever. `close`: the connection ends. */
type Sent =
  { readonly text: string; readonly status?: number; readonly after?: number } | 'close' | undefined;

export function mutatedServer(inner: InProcessServer, mutation: Mutation, clock: Clock): Mutated {
  const seen: Mutated['seen'] = { hits: 0 };
  const { place, change } = mutation;
  let path: readonly Step[] | undefined;
  const mutate = (text: string, requestId: unknown): Sent => {
    seen.hits++;
    if (change.kind === 'field' || change.kind === 'missing') {
      const body = jsonIn(text);
      path ??= choose(body, change.pick);
      seen.field = path.join('.');
      const replaced = replace(body, path, change.kind === 'field' ? { value: change.value } : undefined);
      return { text: JSON.stringify(replaced) };
    }
    return changed(change, text, requestId);
  };
  const chosen = (what: string | undefined, success: boolean): boolean => {
    if (what !== place.what) return false;
    if (!('of' in place) || place.of === 'any') return true;
    return success === (place.of === 'success');
  };
  return {
    seen,
    server: {
      request: async (request) => {
        const answer = await inner.request(request);
        if (answer === 'break' || place.kind !== 'rest') return answer;
        if (!chosen(endpointAt(request.method, request.path), answer.status < 300)) return answer;
        return asHttp(answer, mutate(answer.body, undefined), clock, change);
      },
      upgrade: (target, peer) => {
        const topics = new Map<unknown, string>();
        const upgraded = inner.upgrade(target, place.kind === 'rest' ? peer : filtered(peer));
        if (upgraded instanceof Promise || upgraded.kind === 'refused') return upgraded;
        return {
          ...upgraded,
          receive: (text: string) => {
            const frame = jsonIn(text);
            if (isObject(frame)) topics.set(frame['requestId'], String(frame['topic']));
            upgraded.receive(text);
          },
        };

        function filtered(to: Peer): Peer {
          return {
            ...to,
            send: (text) => {
              const frame = jsonIn(text);
              const reply = isObject(frame) && frame['type'] === 'reply';
              const what = !isObject(frame)
                ? undefined
                : reply
                  ? topics.get(frame['requestId'])
                  : String(frame['topic']);
              const success = isObject(frame) && frame['code'] === 'SUCCESS';
              if (reply !== (place.kind === 'reply') || !chosen(what, success)) return to.send(text);
              const sent = mutate(text, isObject(frame) ? frame['requestId'] : undefined);
              if (sent === undefined) return;
              if (sent === 'close') return to.close(1006, '');
              if (sent.after === undefined) return to.send(sent.text);
              clock.setTimer('a late frame', sent.after, () => to.send(sent.text));
            },
          };
        }
      },
    },
  };
}

async function asHttp(
  answer: HttpReply,
  sent: Sent,
  clock: Clock,
  change: Change,
): Promise<HttpReply | 'break'> {
  if (sent === undefined) return new Promise(() => undefined);
  if (sent === 'close') return 'break';
  if (sent.after !== undefined) await clock.sleep(sent.after);
  const headers = { ...answer.headers };
  if (change.kind === 'refusal' && change.code === 'RATE_LIMITED')
    headers['retry-after'] = String((change.data as { retryAfterSeconds: number }).retryAfterSeconds);
  return { ...answer, headers, status: sent.status ?? answer.status, body: sent.text };
}

function changed(change: Change, text: string, requestId: unknown): Sent {
  switch (change.kind) {
    case 'whole':
      return { text: change.text };
    case 'refusal': {
      const { code, status, data } = change;
      const frame = requestId === undefined ? { requestId: 'made-up' } : { type: 'reply', requestId };
      return { text: JSON.stringify({ ...frame, code, message: 'no', ...(data && { data }) }), status };
    }
    case 'status':
      return { text, status: change.status };
    case 'silence':
      return undefined;
    case 'close':
      return 'close';
    case 'delay':
      return { text, after: change.time };
    default:
      return { text };
  }
}

/** One of all paths of the value; elements of a list are as one. */
function choose(value: unknown, pick: number): readonly Step[] {
  const paths = new Map<string, readonly Step[]>();
  collect(value, [], paths);
  const all = [...paths.values()];
  return all[pick % Math.max(1, all.length)] ?? [];
}

function collect(value: unknown, at: readonly Step[], into: Map<string, readonly Step[]>): void {
  if (at.length > 0) into.set(at.join('.'), at);
  if (Array.isArray(value)) for (const item of value) collect(item, [...at, '*'], into);
  else if (isObject(value)) for (const key of Object.keys(value)) collect(value[key], [...at, key], into);
}

/** @param by undefined: the field is left out. */
function replace(
  value: unknown,
  [step, ...rest]: readonly Step[],
  by: { value: unknown } | undefined,
): unknown {
  if (step === undefined) return by?.value;
  if (step === '*') {
    if (!Array.isArray(value)) return value;
    if (rest.length === 0 && !by) return value.slice(1);
    return value.map((item) => replace(item, rest, by));
  }
  if (!isObject(value) || !(step in value)) return value;
  if (rest.length > 0 || by) return { ...value, [step]: replace(value[step], rest, by) };
  const { [step]: _, ...others } = value;
  return others;
}
