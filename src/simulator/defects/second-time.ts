// Defects that show at the second time, or when what was done is looked at again some seconds later.
import { andThen } from '../../kernel/maybe-promise.js';
import type { Defect } from './defect.js';
import { withPorts } from './wrap/ports.js';
import { withService } from './wrap/service.js';
import { withSent } from './wrap/texts.js';

/** In ms: for so long a removed device stays away. */
const AWAY = 5000;

export const SECOND_TIME_DEFECTS: readonly Defect[] = [
  // Errors: a disabled API client is answered with APP_DISABLED, however often it asks.
  {
    id: 'disabled-client-refused-once',
    rule: 'auth.disabled-client',
    summary: 'A disabled API client is refused an access token once, and gets one the next time.',
    decorate: () =>
      withPorts(({ access }) => {
        const refused = new Set<string>();
        return {
          access: {
            issueToken: (credentials) => {
              const issued = access.issueToken(credentials);
              if (issued.ok || issued.refusal.code !== 'APP_DISABLED') return issued;
              const { clientId } = credentials;
              if (!refused.has(clientId)) {
                refused.add(clientId);
                return issued;
              }
              access.setDisabled(clientId, false);
              const granted = access.issueToken(credentials);
              access.setDisabled(clientId, true);
              return granted;
            },
          },
        };
      }),
  },
  // REST endpoints: a device that was removed is gone, and stays away.
  {
    id: 'removed-device-comes-back',
    rule: 'devices.remove',
    summary: 'A device that was removed is listed again five seconds later.',
    decorate: () =>
      withService((service, { clock }) => {
        const gone = new Map<string, number>();
        return {
          removeDevice: (caller, deviceId) =>
            andThen(service.removeDevice(caller, deviceId), (outcome) => {
              if (outcome.ok) gone.set(deviceId, clock.now());
              return outcome;
            }),
          addDevice: (caller, addition) => {
            gone.delete(addition.deviceId);
            return service.addDevice(caller, addition);
          },
          listDevices: (caller, page) => {
            const list = service.listDevices(caller, page);
            if (!list.ok) return list;
            const back = [...gone].filter(([, at]) => clock.now() - at >= AWAY);
            const shown = back.map(([deviceId]) => ({ deviceId, online: true, powered: true }));
            return { ok: true, value: { ...list.value, devices: [...list.value.devices, ...shown] } };
          },
        };
      }),
  },
  // Errors: an error reply is a result and no failure of the connection, neither the first nor a later one.
  {
    id: 'second-rejection-closes',
    rule: 'ws.errors-keep-connection',
    summary: 'The second RATE_LIMITED on a connection closes it.',
    decorate: () =>
      withSent(() => {
        let rejections = 0;
        return (text, pass, socket) => {
          pass();
          if (text.includes('"RATE_LIMITED"') && ++rejections === 2)
            socket.close({ code: 1008, reason: 'too many requests' });
        };
      }),
  },
];
