// Relays that are refused each time as if there were none, while other relays of the same device are switched.
import { SUCCESS, STATUS_OF_CODE } from '../../contract/error-codes.js';
import type { RequestFacts } from '../../trace/record.js';
import type { CallOutcome } from './call.js';
import { keptIn } from '../../kernel/kept-in.js';

interface AskedRelay extends Pick<RequestFacts, 'what' | 'deviceId' | 'operation' | 'idempotencyKey'> {
  readonly client: string;
  readonly wanted?: boolean | undefined;
}

/** A relay may be locked for a while, and what locks it is nobody's business here. */
const LEAST_REFUSED = 4;

/** For want of a relay, or of a right value; nothing that passes or that is about the client. */
const FOR_THE_RELAY: ReadonlySet<number> = new Set([400, 404, 422]);

interface Refused {
  readonly deviceId: string;
  readonly group: string;
  readonly index: number;
  readonly answer: string;
  readonly what: string;
  tries: number;
  readonly clients: Set<string>;
}

export function createRefusedRelays() {
  /** By device, and by whether the request had an idempotency key: what has none may be treated otherwise. */
  const switched = new Map<string, Set<number>>();
  const refused = new Map<string, Refused>();

  const isNever = ({ group, index }: Refused): boolean => {
    const others = switched.get(group);
    return others !== undefined && !others.has(index);
  };
  return {
    note: (
      { what, operation, deviceId, client, wanted, idempotencyKey }: AskedRelay,
      outcome: CallOutcome,
    ) => {
      if (operation?.name !== 'device.relay.set' || deviceId === undefined || outcome.kind !== 'reply')
        return;
      const indices = operation.params.relays.map(({ index }) => index);
      const { reply } = outcome;
      const group = `${deviceId} ${idempotencyKey === undefined ? 'without' : 'with'}`;
      if (reply.code === SUCCESS) {
        const all = keptIn(switched, group, () => new Set());
        for (const index of indices) all.add(index);
        return;
      }
      const [index, ...more] = indices;
      const isForTheRelay =
        reply.status === undefined
          ? !Object.hasOwn(STATUS_OF_CODE, reply.code)
          : FOR_THE_RELAY.has(reply.status);
      if (!wanted || index === undefined || more.length > 0 || !isForTheRelay) return;
      const key = `${group} ${index}`;
      const answer = [reply.status, reply.code].filter((each) => each !== undefined).join(' ');
      const known = keptIn(refused, key, () => ({
        ...{ deviceId, group, index, answer, what },
        ...{ tries: 0, clients: new Set<string>() },
      }));
      known.tries++;
      known.clients.add(client);
    },

    /**
     * As `Unanswered` of answers.ts has it; undefined where there are too few tries, or where each relay was switched
     * once at least.
     */
    never: () => {
      const found = [...refused.values()].filter(isNever);
      const tries = found.reduce((sum, each) => sum + each.tries, 0);
      const [first] = found;
      if (!first || tries < LEAST_REFUSED) return undefined;
      const { what: kind, answer, index, deviceId } = first;
      return {
        kind,
        rule: 'relay.set-many' as const,
        how: 'refused' as const,
        tries,
        devices: new Set(found.map((each) => each.deviceId)).size,
        clients: new Set(found.flatMap((each) => [...each.clients])).size,
        others: [kind],
        answer: `${answer} for relay ${index} of ${deviceId}, of which other relays were switched`,
      };
    },
  };
}
