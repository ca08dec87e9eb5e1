// A ticket opens one connection.
import { describe, expect, it } from 'vitest';
import type { TraceEntry } from '../../../src/trace/record.js';
import { heard, type Line, ok, refused } from './traces.js';

describe('a ticket', () => {
  const open = (at: number, connection: string, ticket = 't1'): TraceEntry & { at: number } => ({
    at,
    kind: 'connection',
    connection,
    state: 'open',
    ticket,
  });
  const event = (at: number, connection: string): TraceEntry & { at: number } => ({
    at,
    kind: 'event',
    connection,
    topic: 'x',
  });

  it('opens one connection', () => {
    expect(heard([], /ticket-once/, [open(1, 'a'), event(2, 'a')])).toEqual(['ws.ticket-once pass']);
    expect(heard([], /ticket-once/, [open(1, 'a'), open(1, 'b'), event(2, 'a'), event(3, 'b')])).toEqual([
      'ws.ticket-once fail',
    ]);
  });

  it('stands where the connection was asked for, and counts where it came about', () => {
    const asked = (at: number, connection: string): (TraceEntry & { at: number })[] => [
      { at, kind: 'connection', connection, state: 'opening', ticket: 't1' },
      { at: at + 1, kind: 'connection', connection, state: 'open' },
      event(at + 2, connection),
    ];
    expect(heard([], /ticket-once/, asked(1, 'a'))).toEqual(['ws.ticket-once pass']);
    expect(heard([], /ticket-once/, [...asked(1, 'a'), ...asked(10, 'b')])).toEqual(['ws.ticket-once fail']);
  });

  it('has opened none where a connection was told that the ticket is used', () => {
    const told = (connection: string, code: string): Line => ({
      from: 3,
      to: 4,
      what: 'session.ping',
      channel: 'ws',
      connection,
      body: code === 'SUCCESS' ? ok() : refused(code),
    });
    const both = [open(1, 'a'), open(2, 'b')];
    expect(heard([told('a', 'SUCCESS'), told('b', 'TICKET_USED')], /ticket-once/, both)).toEqual([
      'ws.ticket-once pass',
    ]);
    expect(heard([told('a', 'SUCCESS'), told('b', 'SUCCESS')], /ticket-once/, both)).toEqual([
      'ws.ticket-once fail',
    ]);
  });

  it('has opened none where the the connection was closed without a word', () => {
    expect(heard([], /ticket-once/, [open(1, 'a'), open(1, 'b'), event(2, 'a')])).toEqual([
      'ws.ticket-once pass',
    ]);
  });
});
