// What a proxy has to know of the service behind it: from a target profile.
import { accepted, refuseInput, type Accepted } from '../../../document/diagnostic.js';
import { defined } from '../../../kernel/defined.js';
import type { Io } from '../../io.js';
import { loadProfile } from '../../load/profile.js';

export type ProxiedService = Accepted<typeof proxiedService>;

/** The first API client of the profile is the one that is audited, on the devices that it may access. */
export function proxiedService(name: string, io: Io) {
  const loaded = loadProfile(name, io);
  if (!loaded.ok) return loaded;
  const profile = loaded.value;
  const [client] = Object.values(profile.clients);
  if (!client)
    return refuseInput('the profile has no API client that could be audited', 'List one under clients.');
  const { clientId, clientSecret, devices } = client;
  const own = Object.entries(profile.devices).filter(
    ([device]) => devices === undefined || devices.includes(device),
  );
  const { ca, insecure } = profile.tls;
  return accepted({
    baseUrl: profile.baseUrl,
    websocketUrl: profile.websocketUrl,
    tls: { ...defined({ ca }), rejectUnauthorized: !insecure },
    credentials: { clientId, clientSecret },
    devices: own.map(([, { deviceId, relays, rs485 }]) => {
      return { deviceId, relays, ...defined({ answered: rs485?.answered }) };
    }),
    dialect: profile.dialect,
  });
}
