// The names under which the wire carries secrets in a dialect: those that the interface fixes, and the dialect's own.
import { type IsSecretName, isTellingName } from '../output/secret-names.js';
import type { Dialect } from './dialect.js';

const MARK = 'the-place-of-a-secret';

/** Whether a field or a parameter of this name may hold a token, a ticket, a secret or a password. */
export function secretNames({ shapes }: Pick<Dialect, 'shapes'>): IsSecretName {
  const own = new Set([
    ...namesOfMark(shapes.ticket.encode({ ticket: MARK })),
    ...namesOfMark(shapes.passwordChange.encode({ currentPassword: MARK, newPassword: MARK })),
    ...namesOfMark(
      shapes.deviceAddition.encode({ deviceId: 'd', name: 'n', profileId: 'p', password: MARK, serial: 's' }),
    ),
  ]);
  return (name) => own.has(name) || isTellingName(name);
}

/** The names of fields with the mark in them; elements of a list count under the name of the list. */
function namesOfMark(value: unknown, under = ''): string[] {
  if (typeof value === 'string') return value.includes(MARK) && under !== '' ? [under] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name.includes(MARK) ? [under] : []),
    ...namesOfMark(inner, Array.isArray(value) ? under : name),
  ]);
}
