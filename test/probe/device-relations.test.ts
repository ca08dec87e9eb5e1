// What an exchange of adding a device and changing its password says of a dialect.
import { expect, it } from 'vitest';
import { DEVICE_RELATIONS } from '../../src/probe/device-relations.js';
import type { SightedExchange, Sights } from '../../src/probe/sights.js';

const ofPasswords = DEVICE_RELATIONS.find(({ name }) => name === 'password-of-added');

function judgedOf(client: string): readonly boolean[] {
  const passwords = { currentPassword: '<password>', newPassword: 'another' };
  const exchanges = [
    { what: 'devices.add', client: 'manager', ok: true, from: 0, to: 10, id: 1 },
    { what: 'devices.password', client, asks: passwords, ok: false, from: 20, to: 30, id: 2, status: 403 },
  ] as unknown as readonly SightedExchange[];
  return [...(ofPasswords?.judge({ exchanges } as unknown as Sights) ?? [])].map(({ held }) => held);
}

it('counts a refused password only where the client asks that added the device', () => {
  expect(judgedOf('manager')).toEqual([false]);
  expect(judgedOf('stranger')).toEqual([]);
});
