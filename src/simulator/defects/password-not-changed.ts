// Three ways in which a device has another password than the client was told.
import type { PasswordChange } from '../../contract/schemas/device.js';
import type { Decoration } from '../decoration.js';
import type { Defect } from './defect.js';

export function passwordNotChanged(): Defect {
  return {
    id: 'password-not-changed',
    rule: 'devices.password',
    summary: 'Changing a password succeeds, and the old one stays in force.',
    ...withChange((change) => ({ ...change, newPassword: change.currentPassword })),
  };
}

export function passwordCutShort(): Defect {
  return {
    id: 'password-cut-short',
    rule: 'devices.password',
    summary: 'Of a new password only the first eight characters are kept.',
    ...withChange((change) => ({ ...change, newPassword: change.newPassword.slice(0, 8) })),
  };
}

export function oldPasswordAccepted(): Defect {
  return {
    id: 'old-password-accepted',
    rule: 'devices.password',
    summary: 'Changing a password succeeds whatever is given as the current one.',
    service: (service) => ({
      ...service,
      changePassword: (caller, deviceId, change) => {
        const outcome = service.changePassword(caller, deviceId, change);
        const wrong = !outcome.ok && outcome.refusal.code === 'PASSWORD_INVALID';
        return wrong ? { ok: true, value: undefined } : outcome;
      },
    }),
  };
}

function withChange(alter: (change: PasswordChange) => PasswordChange): Decoration {
  return {
    service: (service) => ({
      ...service,
      changePassword: (caller, deviceId, change) => service.changePassword(caller, deviceId, alter(change)),
    }),
  };
}
