// What a proxy has to know of the service behind it: from a target profile.
import { dirname, resolve } from 'node:path';
import type { Dialect } from '../../../dialect/dialect.js';
import { loadDialect } from '../../load/dialect.js';
import type { Profile } from '../../../harness/profile/profile.js';
import { accepted, refuseInput, type Result } from '../../../document/diagnostic.js';
import type { DayCredentials, OrderedDevice } from '../../../lab/days/stage-day.js';

export interface ProxiedService {
  readonly baseUrl: string;
  readonly websocketUrl: string;
  readonly tls: { readonly ca?: string; readonly rejectUnauthorized: boolean };
  readonly credentials: DayCredentials;
  readonly devices: readonly OrderedDevice[];
  readonly dialect: string | undefined;
}

/** The first API client of the profile is the one that is audited, on the devices that it may access. */
export function proxiedService(profile: Profile): Result<ProxiedService> {
  const [client] = Object.values(profile.clients);
  if (!client)
    return refuseInput('the profile has no API client that could be audited', 'List one under clients.');
  const { clientId, clientSecret, devices } = client;
  const own = Object.entries(profile.devices).filter(
    ([name]) => devices === undefined || devices.includes(name),
  );
  const { ca, insecure } = profile.tls;
  return accepted({
    baseUrl: profile.baseUrl,
    websocketUrl: profile.websocketUrl,
    tls: { ...(ca !== undefined && { ca }), rejectUnauthorized: !insecure },
    credentials: { clientId, clientSecret },
    devices: own.map(([, { deviceId, relays, rs485 }]) => ({
      deviceId,
      relays,
      ...(rs485?.answered !== undefined && { answered: rs485.answered }),
    })),
    dialect: profile.dialect,
  });
}

/** The dialect that the profile names, as it names it; the usual one where there is none. @param profile its path. */
export function serviceDialect(
  { dialect }: Pick<ProxiedService, 'dialect'>,
  profile: string,
  cwd: string,
): Result<Dialect> {
  return dialect === undefined
    ? loadDialect('default', cwd)
    : loadDialect(dialect, cwd, dirname(resolve(cwd, profile)));
}
