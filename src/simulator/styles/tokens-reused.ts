// The token endpoint gives out the token that an API client has already, with what is left of its life.
import type { AccessToken } from '../../contract/schemas/access.js';
import type { Style } from './style.js';

export function tokensReused(): Style {
  return {
    id: 'tokens-reused',
    summary: 'A client that asks for a token gets the one that it has until half of its life is over.',
    because: 'Whether each request makes a new token is not said; expiresIn tells for how long it lasts.',
    ports: (ports, { clock }) => {
      const given = new Map<string, { readonly token: AccessToken; readonly until: number }>();
      const issueToken: typeof ports.access.issueToken = (credentials) => {
        // The credentials are looked at each time.
        const issued = ports.access.issueToken(credentials);
        if (!issued.ok) return issued;
        const known = given.get(credentials.clientId);
        const left = known ? known.until - clock.now() : 0;
        const isGood = known !== undefined && ports.access.authenticate(known.token.accessToken).ok;
        if (isGood && left > (known.token.expiresIn * 1000) / 2)
          return { ok: true, value: { ...known.token, expiresIn: Math.floor(left / 1000) } };
        const { expiresIn } = issued.value;
        given.set(credentials.clientId, { token: issued.value, until: clock.now() + expiresIn * 1000 });
        return issued;
      };
      return { ...ports, access: { ...ports.access, issueToken } };
    },
  };
}
