// Relays that are never switched, while others of the same device are.
import { describe, expect, it } from 'vitest';
import { createRefusedRelays } from '../../../src/harness/target/refused-relays.js';

type RefusedRelays = ReturnType<typeof createRefusedRelays>;

const ask = (
  book: RefusedRelays,
  deviceId: string,
  index: number,
  code: string,
  wanted = true,
  idempotencyKey?: string,
): void => {
  const params = { relays: [{ index, action: 'on' as const }] };
  const operation = { name: 'device.relay.set' as const, params };
  const status = { SUCCESS: 200, DEVICE_BUSY: 409 }[code] ?? 422;
  const reply = { status, code, message: '', data: {}, headers: {}, mismatches: [] };
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  book.note(
    { what: 'relays.set', client: 'op', deviceId, operation, wanted, ...key },
    { kind: 'reply', reply },
  );
};

const refusedOften = (): RefusedRelays => {
  const book = createRefusedRelays();
  ask(book, 'a', 1, 'SUCCESS');
  ask(book, 'b', 1, 'SUCCESS');
  for (const device of ['a', 'b', 'a', 'b']) ask(book, device, 8, 'INVALID_PARAMETER');
  return book;
};

describe('a relay that is refused each time', () => {
  it('breaks the promise that relays are set, where others of its device are', () => {
    expect(refusedOften().never()).toMatchObject({
      kind: 'relays.set',
      rule: 'relay.set-many',
      tries: 4,
      devices: 2,
      clients: 1,
      answer: '422 INVALID_PARAMETER for relay 8 of a, of which other relays were switched',
    });
  });

  it('breaks nothing where it was switched once, or no relay of the device ever was', () => {
    const book = refusedOften();
    ask(book, 'a', 8, 'SUCCESS');
    expect(book.never()).toBeUndefined();
    const other = createRefusedRelays();
    for (let time = 0; time < 9; time++) ask(other, 'a', 8, 'INVALID_PARAMETER');
    expect(other.never()).toBeUndefined();
  });

  it('breaks nothing where all that have a key are refused', () => {
    const book = createRefusedRelays();
    ask(book, 'a', 1, 'SUCCESS');
    for (let time = 0; time < 9; time++) ask(book, 'a', 8, 'INVALID_PARAMETER', true, 'key');
    expect(book.never()).toBeUndefined();
  });

  it('counts neither what passes nor what was wrong on purpose', () => {
    const book = createRefusedRelays();
    ask(book, 'a', 1, 'SUCCESS');
    for (let time = 0; time < 9; time++) {
      ask(book, 'a', 8, 'DEVICE_BUSY');
      ask(book, 'a', 9, 'INVALID_PARAMETER', false);
    }
    expect(book.never()).toBeUndefined();
  });
});
