// Rules that only forbid to grant something.
import { expect, it } from 'vitest';
import { FAILED, runText, withSteps } from '../support/run-scenario.js';

const PING = '- ping:\n  via: ws\n  expect: SUCCESS';

it('are not broken by a server error in each attempt, where other rules are', async () => {
  const text = withSteps(PING, 'ws.ping, busy.one-at-a-time');
  const { result } = await runText(text, () => FAILED);
  expect(result.findings.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['ws.ping', 'fail'],
    ['busy.one-at-a-time', 'inconclusive'],
  ]);
  const alone = await runText(withSteps(PING, 'busy.one-at-a-time'), () => FAILED);
  expect(alone.result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
  const odd = await runText(withSteps(PING, 'busy.one-at-a-time'), () => ({ code: 'ODD' }));
  expect(odd.result.verdict).toBe('fail');
});
