// The names under which the wire carries secrets in a dialect: those that the interface fixes, and the dialect's own.
import { isTellingName } from '../output/secret-names.js';
/** Whether a field or a parameter of this name may hold a token, a ticket, a secret or a password. */
export function secretNames({ namesOf }) {
    const own = new Set([
        ...namesOf('ticket', 'ticket'),
        ...namesOf('passwordChange', 'currentPassword'),
        ...namesOf('passwordChange', 'newPassword'),
        ...namesOf('deviceAddition', 'password'),
    ]);
    return (name) => own.has(name) || isTellingName(name);
}
