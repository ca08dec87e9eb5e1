// Clients that do not take a refusal for what it is.
import { type Answer, verdictOn } from '../../../examples/client/answer.js';
import type { Call } from '../../../examples/client/rest.js';
import type { Denials } from '../../../examples/client/denials.js';
import type { Defect } from '../defect.js';
import { alsoOrdered, isCommandCall, onRequest, repeating, statusOf } from '../wrap.js';
import type { Surroundings } from '../client-under-test.js';

const UNCHANGED = 'client.no-retry-unchanged';
const DENIED = 'client.scope-denied-is-final';

const isFinal = (answer: Answer, { path }: Call): boolean =>
  answer.kind === 'reply' && verdictOn(answer) === 'final' && path !== '/auth/token';

/** Asks again for what was denied. */
function askingAgain({ clock }: Surroundings, delays: readonly number[]) {
  return (usual: Denials): Denials => ({
    ...usual,
    unlessDenied: async (_, __, work) => {
      let answer = await work();
      for (const delay of delays) {
        if (answer.kind !== 'reply' || answer.code !== 'AUTH_SCOPE_DENIED') break;
        await clock.sleep(delay);
        answer = await work();
      }
      return answer;
    },
  });
}

export const REFUSAL_DEFECTS: readonly Defect[] = [
  {
    id: 'refusals-repeated',
    rule: UNCHANGED,
    also: [DENIED],
    summary: 'repeats whatever is refused three times, a second apart',
    differ: (run) => ({ wraps: repeating(run, isFinal, { times: 3, delay: 1000 }) }),
  },
  {
    id: 'unauthorized-repeated',
    rule: UNCHANGED,
    days: ['expired-tokens'],
    summary: 'repeats a request with the same token after 401',
    differ: (run) => ({
      wraps: repeating(run, (answer) => statusOf(answer) === 401, { times: 3, delay: 700 }),
    }),
  },
  {
    id: 'disabled-and-going-on',
    rule: UNCHANGED,
    days: ['disabled-client'],
    summary: 'asks for a token every other second while it is disabled',
    differ: (run) => ({
      wraps: repeating(run, (answer, { path }) => isRefusedLogin(answer, path), { times: 8, delay: 2000 }),
    }),
  },
  {
    id: 'unknown-device-repeated',
    rule: UNCHANGED,
    days: [],
    summary: 'reads a device that does not exist again and again',
    differ: (run) => ({
      wraps: {
        ...repeating(run, (answer) => statusOf(answer) === 404, { times: 4, delay: 1500 }),
        connection: (usual) => ({ ...usual, start: () => undefined }),
      },
      lines: alsoOrdered(run, [{ do: 'refresh', deviceId: 'bench-99' }], 5000),
    }),
  },
  {
    id: 'bad-parameter-repeated',
    rule: UNCHANGED,
    days: [],
    summary: 'sends a command for a relay that does not exist until it gives up',
    differ: (run) => ({
      wraps: repeating(run, (answer) => statusOf(answer) === 422 || statusOf(answer) === 400, {
        times: 5,
        delay: 500,
      }),
      lines: alsoOrdered(
        run,
        [{ do: 'setRelays', deviceId: 'bench-01', relays: [{ index: 77, action: 'on' }] }],
        5000,
      ),
    }),
  },
  {
    id: 'denial-as-a-limit',
    rule: DENIED,
    also: [UNCHANGED],
    summary: 'waits three seconds after a denial and asks again, as after a 429',
    differ: (run) => ({ wraps: { denials: askingAgain(run, [3000, 3000, 3000]) } }),
  },
  {
    id: 'denial-with-growing-delays',
    rule: DENIED,
    also: [UNCHANGED],
    summary: 'backs off after a denial and asks again',
    differ: (run) => ({ wraps: { denials: askingAgain(run, [1000, 2000, 4000]) } }),
  },
  {
    id: 'denial-and-a-new-token',
    rule: DENIED,
    summary: 'gets a new token with the same permissions after a denial and asks again',
    also: ['client.token-reused'],
    differ: ({ clock }) => {
      let discard = (): void => undefined;
      return {
        wraps: {
          tokens: (usual) => ({
            ...usual,
            get: async () => {
              const got = await usual.get();
              if ('value' in got) discard = () => usual.discard(got);
              return got;
            },
          }),
          rest: (usual) => async (call) => {
            const answer = await usual(call);
            if (!isCommandCall(call) || statusOf(answer) !== 403) return answer;
            discard();
            await clock.sleep(500);
            return usual(call);
          },
        },
      };
    },
  },
  {
    id: 'denial-once-more',
    rule: DENIED,
    summary: 'tries everything that is denied once more after five seconds',
    differ: ({ clock }) => ({
      wraps: onRequest(async (call, send, token) => {
        const answer = await send(call, token);
        if (answer.kind !== 'reply' || answer.code !== 'AUTH_SCOPE_DENIED') return answer;
        await clock.sleep(5000);
        return send(call, token);
      }),
    }),
  },
];

function isRefusedLogin(answer: Answer, path: string): boolean {
  return path === '/auth/token' && answer.kind === 'reply' && verdictOn(answer) === 'final';
}
