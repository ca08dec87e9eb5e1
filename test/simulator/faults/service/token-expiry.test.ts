import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('the tokens of the selected client expire at once, new ones are good', async () => {
  const { order, list, as, logIn } = stage();
  await list();
  await as('reader')('GET', '/devices');
  order({ fault: 'token-expiry', on: { client: 'operator' } });
  expect([(await list()).status, (await list()).code]).toEqual([401, 'AUTH_INVALID']);
  expect((await as('reader')('GET', '/devices')).status).toBe(200);
  await logIn('operator');
  expect((await list()).status).toBe(200);
});

test('tokens may expire again and again', async () => {
  const { order, list, logIn, clock, engine } = stage();
  order({ fault: 'token-expiry', on: { client: 'operator' }, with: { again: '10s' }, for: '25s' });
  await logIn('operator');
  await clock.advance(9_999);
  expect((await list()).status).toBe(200);
  await clock.advance(1);
  expect((await list()).status).toBe(401);
  await clock.advance(60_000);
  expect(engine.list()[0]?.firings).toBe(3);
});
