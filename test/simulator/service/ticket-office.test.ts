import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import { createTicketOffice } from '../../../src/simulator/service/access.js';

function office() {
  const clock = createManualClock();
  return { clock, tickets: createTicketOffice(clock, createRandom(1).stream('ticket'), 60_000) };
}

describe('the ticket office', () => {
  it('redeems a ticket once, for the client it was issued to', () => {
    const { tickets } = office();
    const { ticket } = tickets.issue('a');
    expect(tickets.redeem(ticket)).toBe('a');
    expect(tickets.redeem(ticket)).toBeUndefined();
  });

  it('takes a ticket up to the end of its life, and not after', async () => {
    const { clock, tickets } = office();
    const early = tickets.issue('a').ticket;
    const late = tickets.issue('a').ticket;
    await clock.advance(59_999);
    expect(tickets.redeem(early)).toBe('a');
    await clock.advance(1);
    expect(tickets.redeem(late)).toBeUndefined();
  });

  it('does not know made-up tickets', () => {
    expect(office().tickets.redeem('wst-made-up')).toBeUndefined();
  });

  it('lists what is open and can make it all worthless', async () => {
    const { clock, tickets } = office();
    const { ticket } = tickets.issue('a');
    await clock.advance(10);
    tickets.issue('b');
    expect(tickets.open().map(({ clientId }) => clientId)).toEqual(['a', 'b']);
    tickets.expireAll();
    expect(tickets.redeem(ticket)).toBeUndefined();
  });
});
