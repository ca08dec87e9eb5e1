// Which way a request goes: as which client, over which channel, with which credentials.
import { expect, it } from 'vitest';
import { isAuthenticated } from '../../../../src/harness/scenario/engine/route.js';
import { runSteps } from '../support/run-scenario.js';
import { OK, THEN_PING } from '../support/verb-runs.js';

it('a request goes as the first client, over the usual channel of its verb', async () => {
  const { asked } = await runSteps('- listProfiles:\n- ping:\n  via: ws\n  expect: SUCCESS', OK);
  expect(asked).toMatchObject([
    { client: 'op', channel: 'rest' },
    { client: 'op', channel: 'ws', connection: 'ws#1' },
  ]);
});

it('a request over a connection goes as the client of the connection', async () => {
  const steps = '- connect: line\n  client: reader\n- refresh: plant\n  via: line\n  patient: false';
  const { asked } = await runSteps(steps + THEN_PING, OK);
  expect(asked[0]).toMatchObject({ client: 'rd', connection: 'line#1' });
});

it('each client has an implicit connection of its own', async () => {
  const steps = '- ping:\n  via: ws\n  client: reader\n- ping:\n  via: ws\n  client: reader';
  const { asked } = await runSteps(steps + THEN_PING, OK);
  expect(asked.map(({ connection }) => connection)).toEqual(['ws of reader#1', 'ws of reader#1', 'ws#2']);
});

it('only a token that was issued counts as authentication', () => {
  const rest = (authentication?: Parameters<typeof isAuthenticated>[0]): boolean =>
    isAuthenticated(authentication ?? { via: 'rest', client: 'op' });
  expect(rest()).toBe(true);
  expect(rest({ via: 'rest', client: 'op', authentication: { kind: 'none' } })).toBe(false);
  const bearer = (token: string): boolean =>
    rest({ via: 'rest', client: 'op', authentication: { kind: 'bearer', token } });
  expect(bearer('t-1')).toBe(true);
  expect(bearer('conform-this-is-no-token')).toBe(false);
});
