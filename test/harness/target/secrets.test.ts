// No secret ever stands in a trace, wherever a target puts it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutSecrets } from '../../../src/harness/target/driver/driver.js';
import { createSecrets } from '../../../src/output/secrets.js';
import { answerTo, createRig, openOn, PROFILE, success, tokenReply } from './rig.js';

const secret = fc
  .string({ minLength: 6, maxLength: 40, unit: 'grapheme-ascii' })
  .filter((text) => text.trim() === text);

describe('the trace', () => {
  test('holds no secret, though the target repeats all that it was told', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(secret, { minLength: 6, maxLength: 6 }), async (secrets) => {
        const [clientSecret, token, ticket, password, newPassword, forged] = secrets as [
          string,
          string,
          string,
          string,
          string,
          string,
        ];
        const told = new Set<string>([clientSecret]);
        const echo = () => ({
          all: [...told],
          text: `you said ${[...told].join(' and ')}`,
          ...Object.fromEntries([...told].map((each) => [`x${each}`, 1])),
        });
        const issue = (text: string): string => {
          told.add(text);
          return text;
        };
        const rig = createRig(
          {
            http: ({ path, json }) => {
              for (const each of Object.values(json)) if (secrets.includes(String(each))) issue(String(each));
              if (path.endsWith('/auth/token')) return tokenReply(issue(token));
              if (path.endsWith('/ws/ticket')) return success({ ticket: issue(ticket), ...echo() });
              return success(echo());
            },
            frame: (peer, frame) => {
              peer.send(answerTo(frame, echo()));
              peer.send(`not JSON: ${JSON.stringify([...told])}`);
            },
          },
          { profile: { clients: { operator: { ...PROFILE.clients['operator']!, clientSecret } } } },
        );
        const operator = { client: 'operator' };
        await rig.target.request({ name: 'createToken', clientSecret: forged }, operator);
        const change = { currentPassword: password, newPassword };
        await rig.target.request({ name: 'changePassword', deviceId: 'd', change }, operator);
        const addition = { deviceId: 'd', profileId: 'p', password };
        await rig.target.request({ name: 'addDevice', addition }, operator);
        await rig.target.request(
          { name: 'listDevices' },
          { ...operator, authentication: { kind: 'bearer', token } },
        );
        const connection = await openOn(rig);
        await connection.request({ name: 'ping' });
        await connection.close();
        await rig.target.connect('operator', { ticket });

        const shown = rig.trace.records();
        expect(shown.length).toBeGreaterThan(15);
        expect(told.size).toBe(6);
        const texts = new Set(textsIn(shown));
        for (const each of secrets) expect([...texts].filter((text) => text.includes(each))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('that is cleaned when it is shown holds tickets and tokens by name at once, and no secret afterwards', async () => {
    const said = `${PROFILE.clients['operator']!.clientSecret} of token-number-1`;
    const secrets = createSecrets();
    const rig = createRig(
      { frame: (peer, frame) => peer.send(answerTo(frame, { said })) },
      { secrets, cleansLater: true },
    );
    const connection = await openOn(rig);
    await connection.request({ name: 'ping' });
    const judged = rig.trace.records();
    expect(textsIn(judged)).toContain('<ticket 1>');
    expect(textsIn(judged)).toContain(said);
    expect(textsIn(judged)).not.toContain('ticket-text-1');

    const texts = textsIn(judged.map((record) => withoutSecrets(record, secrets)));
    expect(texts).toContain('<secret of operator> of <token of operator>');
    expect(texts).not.toContain(said);
  });

  test('shows one name for one ticket, and another for another', async () => {
    const rig = createRig();
    await openOn(rig);
    await rig.target.connect('operator', { ticket: 'ticket-text-1' });
    await openOn(rig);
    await rig.target.connect('operator', { ticket: 'made-up' });
    await rig.target.connect('operator', { ticket: null });
    const opening = rig.records('connection').filter(({ state }) => state === 'opening');
    expect(opening.map(({ ticket }) => ticket)).toEqual([
      '<ticket 1>',
      '<ticket 1>',
      '<ticket 2>',
      '<ticket 3 of nobody>',
      undefined,
    ]);
    expect(
      rig.records('reply').filter(({ data }) => JSON.stringify(data).includes('<ticket 2>')),
    ).toHaveLength(1);
  });

  test('hides secrets too short to be searched for where they are known to be', async () => {
    const rig = createRig(
      { http: ({ path }) => (path.endsWith('/ws/ticket') ? success({ ticket: 't1' }) : undefined) },
      { profile: { clients: { operator: { ...PROFILE.clients['operator']!, clientSecret: 'on' } } } },
    );
    await openOn(rig);
    const change = { currentPassword: 'pw', newPassword: 'on' };
    await rig.target.request({ name: 'changePassword', deviceId: 'd', change }, { client: 'operator' });
    const texts = textsIn(rig.trace.records());
    expect(texts).not.toContain('t1');
    expect(texts).not.toContain('pw');
    expect(texts).not.toContain('on');
  });

  test('keeps its own words when a secret happens to be one of them', async () => {
    const rig = createRig(
      {},
      { profile: { clients: { operator: { ...PROFILE.clients['operator']!, clientSecret: 'operator' } } } },
    );
    await openOn(rig);
    expect(rig.records('request')).toMatchObject([{ client: 'operator' }, { client: 'operator' }]);
    expect(rig.records('connection')).toMatchObject([{ client: 'operator' }, { client: 'operator' }]);
  });

  test.each([
    ['{"code":"SUCCESS","message":"OK","data":{"pass":{"value":"ticket-elsewhere"}}}'],
    ['{"code":"OK","message":"OK","data":{"accessToken":7,"access_token":"ticket-elsewhere"}}'],
    ['ticket-elsewhere'],
  ])('withholds what may be a ticket in a reply that does not fit: %s', async (body) => {
    const rig = createRig({
      http: ({ path }) => (path.endsWith('/ws/ticket') ? { status: 200, body } : undefined),
    });
    const connected = await rig.target.connect('operator');
    expect(connected).toMatchObject({ kind: 'refused', context: 'ticket', status: 200 });
    expect(JSON.stringify(rig.trace.records())).not.toContain('ticket-elsewhere');
  });
});

describe('secrets', () => {
  test('inside one another are both replaced', () => {
    const secrets = createSecrets();
    secrets.keep('abcdef', '<a>');
    secrets.keep('abcdefgh', '<b>');
    expect(secrets.redact({ x: 'abcdefgh abcdef' })).toEqual({ x: '<b> <a>' });
  });

  test('leave a value without any as it is, not as a copy', () => {
    const secrets = createSecrets();
    secrets.keep('abcdef', '<a>');
    const value = { x: ['y', { z: 1 }] };
    expect(secrets.redact(value)).toBe(value);
  });

  test('are remembered in bounded number, but profile secrets for ever', () => {
    const secrets = createSecrets();
    secrets.keep('abcdef', '<a>');
    for (let at = 0; at < 10_000; at++) secrets.ticket(`ticket-text-${at}`);
    expect(secrets.redact('abcdef ticket-text-9999')).toBe('<a> <ticket 10000>');
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}
