// Clients that do not handle idempotency keys as they should.
import type { Answer } from '../../../examples/client/answer.js';
import { verdictOn } from '../../../examples/client/answer.js';
import { fieldOf } from '../../../examples/client/session.js';
import type { Call } from '../../../examples/client/rest.js';
import type { Surroundings } from '../client-under-test.js';
import type { Defect } from '../defect.js';
import { changingFrames, onRequest } from '../wrap.js';

const PER_COMMAND = 'client.key-per-command';
const KEPT = 'client.key-kept-on-retry';
const NEVER_REUSED = 'client.key-never-reused';
const TIMEOUT = 'client.timeout-needs-new-key';

function withoutKey({ method, path, body, patience }: Call): Call {
  return { method, path, ...(body && { body }), ...(patience !== undefined && { patience }) };
}

/** Gives each request over REST the key that `choose` says; undefined takes it away. */
function choosingKeys(choose: (call: Call, key: string) => string | undefined) {
  return onRequest((call, send, token) => {
    if (call.key === undefined) return send(call, token);
    const key = choose(call, call.key);
    return send(key === undefined ? withoutKey(call) : { ...call, key }, token);
  });
}

/** How often a key has been sent before. */
function counting(): (key: string) => number {
  const sent = new Map<string, number>();
  return (key) => {
    const before = sent.get(key) ?? 0;
    sent.set(key, before + 1);
    return before;
  };
}

/** A key of its own for a try whose predecessor came to nothing in one of these ways. */
function newKeyAfter(isMeant: (answer: Answer) => boolean, { ports }: Surroundings) {
  const replaced = new Map<string, string>();
  return onRequest(async (call, send, token) => {
    if (call.key === undefined) return send(call, token);
    const answer = await send({ ...call, key: replaced.get(call.key) ?? call.key }, token);
    if (isMeant(answer)) replaced.set(call.key, ports.newKey());
    return answer;
  });
}

const isFailure = (answer: Answer): boolean => answer.kind === 'reply' && verdictOn(answer) === 'failed';
const isLoss = (answer: Answer): boolean => answer.kind === 'none';

/** Sends a command that has ended as TIMEOUT again. */
function again({ clock }: Surroundings, delay: number, isMeant: (call: Call) => boolean = () => true) {
  return onRequest(async (call, send, token) => {
    const answer = await send(call, token);
    if (call.key === undefined || !isMeant(call) || fieldOf(answer, 'command')?.['status'] !== 'TIMEOUT')
      return answer;
    await clock.sleep(delay);
    return send(call, token);
  });
}

export const KEY_DEFECTS: readonly Defect[] = [
  {
    id: 'no-keys',
    rule: PER_COMMAND,
    also: [KEPT],
    days: [],
    summary: 'sends commands without keys',
    differ: () => ({ wraps: choosingKeys(() => undefined) }),
  },
  {
    id: 'no-keys-for-transceives',
    rule: PER_COMMAND,
    days: [],
    summary: 'sends keys with all commands but those to RS485 peripherals',
    differ: () => ({
      wraps: choosingKeys(({ path }, key) => (path.endsWith('/transceive') ? undefined : key)),
    }),
  },
  {
    id: 'no-keys-over-websocket',
    rule: PER_COMMAND,
    days: [],
    summary: 'sends no keys with commands over WebSocket',
    differ: ({ ports }) => ({
      settings: { commandsOver: 'websocket' },
      ports: {
        sockets: changingFrames(ports.sockets, () => ({
          sent: (text) => text.replace(/"idempotencyKey":"[^"]*",?/, ''),
        })),
      },
    }),
  },
  {
    id: 'old-keys-for-the-same',
    rule: PER_COMMAND,
    days: [],
    summary: 'makes the key of what is to be done, so that the same wish has the same key for ever',
    differ: () => ({ wraps: choosingKeys(({ path, body }) => `${path} ${JSON.stringify(body)}`) }),
  },
  {
    id: 'key-for-each-try',
    rule: KEPT,
    summary: 'makes a new key for each try',
    differ: ({ ports }) => ({ wraps: choosingKeys(() => ports.newKey()) }),
  },
  {
    id: 'key-on-the-first-try-only',
    rule: KEPT,
    also: [PER_COMMAND],
    summary: 'sends the key with the first try and repeats without it',
    differ: () => {
      const tries = counting();
      return { wraps: choosingKeys((_, key) => (tries(key) > 0 ? undefined : key)) };
    },
  },
  {
    id: 'new-key-after-500',
    rule: KEPT,
    days: ['failing-service'],
    summary: 'takes a new key after INTERNAL_ERROR',
    differ: (run) => ({ wraps: newKeyAfter(isFailure, run) }),
  },
  {
    id: 'new-key-after-a-lost-reply',
    rule: KEPT,
    days: ['lost-responses'],
    summary: 'takes a new key when the connection broke before the reply',
    differ: (run) => ({ wraps: newKeyAfter(isLoss, run) }),
  },
  {
    id: 'one-key',
    rule: NEVER_REUSED,
    also: [PER_COMMAND, TIMEOUT, KEPT],
    days: [],
    summary: 'has one key for everything',
    differ: () => ({ ports: { newKey: () => 'the-key' } }),
  },
  {
    id: 'key-of-the-minute',
    rule: NEVER_REUSED,
    also: [PER_COMMAND, TIMEOUT],
    days: [],
    summary: 'makes keys of the time in minutes',
    differ: ({ clock }) => ({ ports: { newKey: () => `m${Math.floor(clock.now() / 60_000)}` } }),
  },
  {
    id: 'key-of-a-small-counter',
    rule: NEVER_REUSED,
    also: [PER_COMMAND, TIMEOUT, 'client.no-retry-unchanged'],
    days: [],
    summary: 'counts its keys from 1 to 5 and begins again',
    differ: () => {
      let count = 0;
      return { ports: { newKey: () => `key-${(count++ % 5) + 1}` } };
    },
  },
  {
    id: 'key-of-the-device',
    rule: NEVER_REUSED,
    also: [PER_COMMAND, TIMEOUT, KEPT],
    days: [],
    summary: 'has a key for each device',
    differ: () => ({ wraps: choosingKeys(({ path }) => path.split('/')[2] ?? 'none') }),
  },
  {
    id: 'timeout-repeated',
    rule: TIMEOUT,
    summary: 'sends a command that has ended as TIMEOUT again as it was',
    differ: (run) => ({ wraps: again(run, 1000) }),
  },
  {
    id: 'timeout-repeated-after-a-look',
    rule: TIMEOUT,
    summary: 'reads a command that has ended as TIMEOUT, and sends it again as it was',
    differ: ({ clock }) => ({
      wraps: onRequest(async (call, send, token) => {
        const answer = await send(call, token);
        const command = fieldOf(answer, 'command');
        if (call.key === undefined || command?.['status'] !== 'TIMEOUT') return answer;
        await send({ method: 'GET', path: `/commands/${String(command['commandId'])}` }, token);
        await clock.sleep(4000);
        return send(call, token);
      }),
    }),
  },
  {
    id: 'timeout-of-transceives-repeated',
    rule: TIMEOUT,
    summary: 'repeats transceives that nobody answered under their old key',
    differ: (run) => ({ wraps: again(run, 300, ({ path }) => path.endsWith('/transceive')) }),
  },
  {
    id: 'timeout-repeated-over-websocket',
    rule: TIMEOUT,
    summary: 'repeats commands over WebSocket under their old key when they have ended as TIMEOUT',
    differ: ({ clock, ports }) => ({
      settings: { commandsOver: 'websocket' },
      ports: { sockets: repeatingFrames(ports.sockets, (act) => void clock.sleep(900).then(act)) },
    }),
  },
];

/** Each frame of a command whose reply says TIMEOUT goes out once more. */
function repeatingFrames(
  sockets: Surroundings['ports']['sockets'],
  later: (act: () => void) => void,
): Surroundings['ports']['sockets'] {
  return {
    open: async (url, handlers, signal) => {
      const sent = new Map<string, string>();
      let send: (text: string) => void = () => undefined;
      const opened = await sockets.open(
        url,
        {
          ...handlers,
          onMessage: (text) => {
            const { requestId, data } = JSON.parse(text) as {
              requestId?: string;
              data?: { command?: { status?: string } };
            };
            const frame = sent.get(requestId ?? '');
            if (frame !== undefined && data?.command?.status === 'TIMEOUT') {
              sent.delete(requestId ?? '');
              later(() =>
                send(frame.replace(`"requestId":"${requestId}"`, `"requestId":"again-${requestId}"`)),
              );
            }
            handlers.onMessage(text);
          },
        },
        signal,
      );
      if ('status' in opened) return opened;
      send = opened.send;
      return {
        ...opened,
        send: (text) => {
          const { requestId, topic } = JSON.parse(text) as { requestId: string; topic: string };
          if (topic === 'device.operation.execute') sent.set(requestId, text);
          opened.send(text);
        },
      };
    },
  };
}
