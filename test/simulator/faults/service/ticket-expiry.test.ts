import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a ticket has expired when it is presented, and the next one is good', () => {
  const { order, connect, journal } = stage();
  order({ fault: 'ticket-expiry', on: { client: 'operator' }, count: 1 });
  expect(connect('reader').closed).toEqual([]);
  expect(connect('operator').closed).toEqual([401]);
  expect(connect('operator').closed).toEqual([]);
  expect(journal.map(({ cause }) => cause)).toEqual(['ticket of operator (1st ticket; once)']);
});

test('a ticket that was refused as expired is used up', () => {
  const { order, engine, simulator } = stage();
  const caller = simulator.ports.access.stillEnabled('operator');
  const ticket = caller.ok ? simulator.service.issueTicket(caller.value) : caller;
  if (!ticket.ok) throw new Error('tickets are to be had');
  const id = order({ fault: 'ticket-expiry' });
  const refused = simulator.service.openConnection(ticket.value.ticket);
  expect(refused).toMatchObject({ refusal: { code: 'TICKET_INVALID' } });
  engine.clear(id);
  expect(simulator.service.openConnection(ticket.value.ticket).ok).toBe(false);
});
