// A way to a service that others use as well: some requests are refused for a moment, or broken off, and inputs move.
import type { HttpOutcome, Transport } from '../../src/harness/target/transport.js';
import type { RandomStream } from '../../src/kernel/random.js';
import type { RunningSimulator } from '../../src/simulator/start-simulator.js';

const SHARE = 0.05;

const reply = (status: number, code: string, data: object = {}): HttpOutcome => ({
  kind: 'reply',
  reply: {
    status,
    headers: { 'content-type': 'application/json', 'retry-after': '1' },
    body: JSON.stringify({ code, message: 'not now', requestId: 'r-disturbed', data }),
  },
});

const REFUSALS: readonly (() => HttpOutcome)[] = [
  () => reply(429, 'RATE_LIMITED', { retryAfterSeconds: 1 }),
  () => reply(500, 'INTERNAL_ERROR'),
  () => reply(409, 'DEVICE_BUSY'),
  () => ({ kind: 'broken', reason: 'reset', detail: 'the connection was closed' }),
];

/** Of each hundred requests, five of each kind are refused or broken off, connections end early, and inputs move. */
export function disturbed(
  through: Transport,
  random: RandomStream,
  { device }: Pick<RunningSimulator, 'device'>,
  deviceIds: readonly string[],
): Transport {
  const move = (): void => {
    const own = device(deviceIds[random.integer(0, deviceIds.length - 1)] ?? '');
    for (let index = 1; index <= (own?.channels.digitalInputs ?? 0); index++)
      own?.stimuli.setInput(index, random.chance(0.5));
  };
  return {
    ...through,
    http: (request, options) => {
      move();
      const refused = REFUSALS.find(() => random.chance(SHARE));
      return refused ? Promise.resolve(refused()) : through.http(request, options);
    },
    open: async (path, handlers, options) => {
      if (random.chance(SHARE)) return { kind: 'refused', status: 503, detail: 'not now' };
      const opened = await through.open(path, handlers, options);
      if (opened.kind === 'refused') return opened;
      const { socket } = opened;
      const send: typeof socket.send = (text) => {
        move();
        if (random.chance(SHARE)) socket.close(1001, 'going away');
        else socket.send(text);
      };
      return { kind: 'open', socket: { ...socket, send } };
    },
  };
}
