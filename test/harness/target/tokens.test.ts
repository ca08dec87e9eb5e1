// Access tokens of the driver: one for each client, shared, kept until their end, and replaced in time.
import { describe, expect, test } from 'vitest';
import { plainDialect } from './plain-dialect.js';
import { createRig, refusal, replyOf, type Rig, type Script, success, tokenReply } from './rig.js';

const list = (rig: Rig, client = 'operator') => rig.target.request({ name: 'listDevices' }, { client });
const fetched = ({ arrived }: Rig): number => arrived.filter((each) => each.includes('token')).length;

/** Answers token requests only, with what `token` says of the n-th of them. */
function tokens(token: (count: number) => ReturnType<NonNullable<Script['http']>>): Script {
  let count = 0;
  return { http: ({ path }) => (path.endsWith('/auth/token') ? token(++count) : undefined) };
}

describe('an access token', () => {
  test('is fetched once for all requests of its client', async () => {
    const rig = createRig();
    await list(rig);
    await list(rig);
    await list(rig, 'reader');
    expect(fetched(rig)).toBe(2);
  });

  test('is fetched once for requests that begin together', async () => {
    const rig = createRig();
    await Promise.all(Array.from({ length: 20 }, () => list(rig)));
    expect(fetched(rig)).toBe(1);
  });

  test('is replaced a little before its end', async () => {
    const rig = createRig(tokens((count) => tokenReply(`token-${count}`, 100)));
    await list(rig);
    await rig.clock.advance(89_999);
    await list(rig);
    expect(fetched(rig)).toBe(1);
    await rig.clock.advance(1);
    await list(rig);
    expect(fetched(rig)).toBe(2);
  });

  test('of a long life is replaced half a minute before its end', async () => {
    const rig = createRig(tokens(() => tokenReply('token-text', 86_400)));
    await list(rig);
    await rig.clock.advance(86_400_000 - 30_001);
    await list(rig);
    expect(fetched(rig)).toBe(1);
    await rig.clock.advance(1);
    await list(rig);
    expect(fetched(rig)).toBe(2);
  });

  test('lives for as many minutes where the dialect counts minutes', async () => {
    const script = tokens((count) => tokenReply(`token-${count}`, 2));
    const rig = createRig(script, { dialect: { ...plainDialect, lifetimeUnit: 60 } });
    await list(rig);
    await rig.clock.advance(100_000);
    await list(rig);
    expect(fetched(rig)).toBe(1);
  });

  test('that is refused after a while is replaced, and the request sent again, once', async () => {
    let good = 'token-number-1';
    const rig = createRig({
      http: ({ path, headers }) => {
        if (path !== '/svc/v1/devices') return undefined;
        return headers['authorization'] === `Bearer ${good}`
          ? success({ devices: [] })
          : refusal(401, 'AUTH_INVALID');
      },
    });
    await list(rig);
    good = 'token-number-2';
    expect(replyOf(await list(rig)).code).toBe('SUCCESS');
    expect(rig.records('reply').map(({ status }) => status)).toEqual([200, 200, 401, 200, 200]);
    good = 'none';
    expect(replyOf(await list(rig)).status).toBe(401);
    expect(fetched(rig)).toBe(3);
  });

  test('that is refused straight after it was fetched is not fetched again', async () => {
    const rig = createRig({
      http: ({ path }) => (path === '/svc/v1/devices' ? refusal(401, 'AUTH_INVALID') : undefined),
    });
    expect(replyOf(await list(rig)).status).toBe(401);
    expect(rig.arrived).toHaveLength(2);
  });

  test('that may have ended before it was used first, as on a late machine, is replaced', async () => {
    let asked = 0;
    const rig: Rig = createRig({
      http: async ({ path }) => {
        if (path !== '/svc/v1/devices') return tokenReply('token-text', 4);
        if (++asked > 1) return success({ devices: [] });
        await rig.clock.advance(5000);
        return refusal(401, 'AUTH_INVALID');
      },
    });
    expect(replyOf(await list(rig)).code).toBe('SUCCESS');
    expect(fetched(rig)).toBe(2);
  });

  test('whose replacement fails leaves the refusal of the request as its outcome', async () => {
    let refused = false;
    const rig = createRig({
      http: ({ path }) =>
        refused ? refusal(401, path === '/svc/v1/devices' ? 'AUTH_INVALID' : 'APP_DISABLED') : undefined,
    });
    await list(rig);
    refused = true;
    const exchange = await list(rig);
    expect(replyOf(exchange).code).toBe('AUTH_INVALID');
    expect(exchange.notSent).toBeUndefined();
  });

  test('that cannot be had makes the token request the outcome, marked as such', async () => {
    const rig = createRig(tokens(() => refusal(429, 'RATE_LIMITED', { retryAfterSeconds: 2 })));
    const exchange = await list(rig);
    expect(exchange).toMatchObject({ call: { name: 'listDevices' }, notSent: 'no-token' });
    expect(replyOf(exchange)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 2 });
    expect(rig.records('request')).toMatchObject([{ exchange: exchange.id, what: 'token.create' }]);
  });

  test('that breaks on its way makes the breakage the outcome, and the next request tries again', async () => {
    const rig = createRig(tokens((count) => (count === 1 ? 'break' : undefined)));
    expect(await list(rig)).toMatchObject({
      outcome: { kind: 'broken', reason: 'reset' },
      notSent: 'no-token',
    });
    expect(replyOf(await list(rig)).code).toBe('SUCCESS');
  });

  test('that is missing from a successful reply never looks like a success of the request', async () => {
    const rig = createRig(tokens(() => success({ token: 'elsewhere' })));
    const exchange = await list(rig);
    expect(exchange.notSent).toBe('no-token');
    expect(replyOf(exchange)).toMatchObject({ code: '', status: 200 });
    expect(replyOf(exchange).mismatches).toContainEqual(
      expect.stringContaining('/data/accessToken: expected'),
    );
  });

  test('with a wrong field beside it is used all the same', async () => {
    const data = {
      accessToken: 'token-text',
      tokenType: 'bearer',
      expiresIn: '3600',
      clientId: 'x',
      scopes: [],
    };
    const rig = createRig(tokens(() => success(data)));
    expect(replyOf(await list(rig)).code).toBe('SUCCESS');
    const [reply] = rig.records('reply');
    expect(reply?.mismatches).toHaveLength(2);
  });

  test('that a check asked for with the own credentials serves the next request, too', async () => {
    const rig = createRig();
    await rig.target.request({ name: 'createToken' }, { client: 'operator' });
    await list(rig);
    expect(fetched(rig)).toBe(1);
  });

  test('that a check asked for with other credentials serves nobody', async () => {
    const rig = createRig();
    await rig.target.request({ name: 'createToken', clientSecret: 'other-secret' }, { client: 'operator' });
    await list(rig);
    expect(fetched(rig)).toBe(2);
  });

  test('of the caller is sent as it is, and no authentication means none', async () => {
    const seen: unknown[] = [];
    const rig = createRig({
      http: ({ headers }) => {
        seen.push(headers['authorization']);
        return refusal(401, 'AUTH_INVALID');
      },
    });
    const call = { name: 'listDevices' } as const;
    await rig.target.request(call, {
      client: 'operator',
      authentication: { kind: 'bearer', token: 'forged' },
    });
    await rig.target.request(call, { client: 'operator', authentication: { kind: 'none' } });
    expect(seen).toEqual(['Bearer forged', undefined]);
  });
});
