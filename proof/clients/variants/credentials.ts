// Right clients whose tokens live for another time, and whose keys look otherwise.
import type { Token } from '../../../examples/client/tokens.js';
import type { Differ, Surroundings } from '../client-under-test.js';
import type { Variant } from '../defect.js';

export const CREDENTIAL_VARIANTS: readonly Variant[] = [
  { id: 'renews-at-half-life', summary: 'renews its token at half of its life', differ: renewing(0.5) },
  {
    id: 'renews-late',
    summary: 'renews its token when nearly all of its life is over',
    differ: renewing(0.88),
  },
  {
    id: 'renews-on-401',
    summary: 'knows nothing of the life of tokens and renews them after a 401',
    differ: ({ ports }) => ({
      ports: {
        http: {
          ...ports.http,
          send: async (request, signal) => {
            const response = await ports.http.send(request, signal);
            return {
              ...response,
              body: response.body.replace(/"expiresIn":[\d.]+/, '"expiresIn":"unknown"'),
            };
          },
        },
      },
    }),
  },
  {
    id: 'short-keys',
    summary: 'counts its keys',
    differ: keys((count, { instance }) => `${instance}.${count}`),
  },
  {
    id: 'long-keys',
    summary: 'has keys of 200 characters',
    differ: keys((count, { instance }) => `${instance}-${count}-`.padEnd(200, 'k')),
  },
  {
    id: 'keys-with-odd-characters',
    summary: 'has keys with blanks and punctuation',
    differ: keys((count, { instance }) => `client ${instance}; command #${count} (first)`),
  },
  {
    id: 'keys-of-time',
    summary: 'makes its keys of the time and a counter',
    differ: keys((count, { clock, instance }) => `${Math.round(clock.now())}/${instance}/${count}`),
  },
];

/** A token is given back when it has been used for this part of its life. */
function renewing(part: number): Differ {
  return ({ clock }) => {
    let token: Token | undefined;
    let since = 0;
    return {
      wraps: {
        tokens: (usual) => ({
          ...usual,
          get: async () => {
            const life = token ? (token.renewAt - since) / 0.9 : 0;
            if (token && clock.now() - since > part * life) usual.discard(token);
            const asked = clock.now();
            const got = await usual.get();
            if ('value' in got && got !== token) {
              token = got;
              since = asked;
            }
            return got;
          },
        }),
      },
    };
  };
}

function keys(newKey: (count: number, run: Surroundings) => string): Differ {
  return (run) => {
    let count = 0;
    return { ports: { newKey: () => newKey((count += 1), run) } };
  };
}
