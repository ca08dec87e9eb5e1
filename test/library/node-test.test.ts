import { AssertionError } from 'node:assert';
import { expect, onTestFinished, test } from 'vitest';
import {
  assertAnswered,
  assertReceived,
  assertRelay,
  assertSwitched,
  useSimulator,
} from '../../src/library/node-test.js';

const WRONG = JSON.stringify({ clientId: 'reader', clientSecret: 'no' });

test('assertions of node:test throw with the exchanges, and only where something is wrong', async () => {
  const simulator = await useSimulator({ after: onTestFinished } as never, { listen: false });
  await simulator.rest({ method: 'POST', target: '/svc/v1/auth/token', headers: {}, body: WRONG });
  assertReceived(simulator, 'token.create', { times: 1 });
  assertAnswered(simulator, 'AUTH_INVALID');
  assertRelay(simulator, 'bench-01', 1, 'off');
  assertSwitched(simulator, 'bench-01', 1, { times: 0 });
  const wrong = () => assertSwitched(simulator, 'bench-01', 1);
  expect(wrong).toThrow(AssertionError);
  expect(wrong).toThrow(/to have switched; it happened never[^]*POST \/svc\/v1\/auth\/token/);
});
