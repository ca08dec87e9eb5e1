// Which API client of the profile may do something with a device.
import { grants, type Scope } from '../../contract/scopes.js';
import type { Profile } from '../target/profile.js';

/** The name of the first client that holds the permission and may access the device. */
export function clientFor(profile: Profile, deviceId: string, needed: Scope): string | undefined {
  const [name] = Object.entries(profile.devices).find(([, device]) => device.deviceId === deviceId) ?? [];
  if (name === undefined) return undefined;
  const found = Object.entries(profile.clients).find(
    ([, { scopes, devices }]) => grants(scopes, needed) && (devices?.includes(name) ?? true),
  );
  return found?.[0];
}
