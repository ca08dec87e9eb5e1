// The verb connect: tickets, and what counts as open.
import { describe, expect, it } from 'vitest';
import { inTurn, runSteps } from '../support/run-scenario.js';
import { calls, OK } from '../support/verb-runs.js';

describe('connect', () => {
  it('connect with expect tells open from refused, and interference from a refusal', async () => {
    const steps = '- connect: line\n  ticket: none\n  expect: refused';
    expect((await runSteps(steps, OK, { connect: () => 401 })).result.verdict).toBe('pass');
    expect((await runSteps(steps, OK)).result.verdict).toBe('fail');
    expect(
      (await runSteps('- connect: line\n  expect: open', OK, { connect: () => 503 })).result.verdict,
    ).toBe('inconclusive');
  });

  it('connect hands over the ticket that it is given, and asks for an answer before it counts as open', async () => {
    const tickets: unknown[] = [];
    const connect = (_: string, ticket: unknown): 'open' => {
      tickets.push(ticket);
      return 'open';
    };
    const steps =
      '- createTicket: operator\n  as: issued\n- connect: line\n  ticket: $issued.ticket\n  expect: open';
    const ran = await runSteps(steps, inTurn({ createTicket: [{ data: { ticket: 't-7' } }] }), { connect });
    expect(ran.result.verdict).toBe('pass');
    expect(tickets).toEqual(['t-7']);
    expect(calls(ran).at(-1)).toEqual({ name: 'ping' });
  });

  it('connect that only prepares tries again, and disconnect and reconnect do what they say', async () => {
    let tries = 0;
    const steps =
      '- connect: line\n- disconnect: line\n- reconnect: line\n- ping:\n  via: line\n  expect: SUCCESS';
    const { result, asked } = await runSteps(steps, OK, { connect: () => (++tries < 3 ? 'reset' : 'open') });
    expect(result.verdict).toBe('pass');
    expect(tries).toBe(4);
    expect(asked.at(-1)?.connection).toBe('line#2');
  });
});
