// What a run knows to be secret before it begins, and what it knows to be public.
import { PUBLIC_WORDS } from '../../../contract/public-words.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Profile } from '../../profile/profile.js';

/**
 * How keys and identifiers of ours begin, and so do tickets, secrets and passwords that a check makes up. A key would
 * otherwise be recorded under two names: whole before such a secret is known, and without its beginning afterwards.
 */
const OWN_BEGINNINGS = ['conform-', 'conform-no-such-', 'conform-stimulus-', 'conform-bad-input-'];

/** Keeps the secrets of the profile's clients and stimuli, and the password of its device for management. */
export function keepProfile(secrets: Secrets, profile: Pick<Profile, 'clients'> & Partial<Profile>): void {
  for (const [name, { clientSecret }] of Object.entries(profile.clients))
    secrets.keep(clientSecret, `<secret of ${name}>`);
  for (const { value, alias } of profile.stimuli?.secrets ?? []) secrets.keep(value, alias);
  if (profile.management) secrets.keep(profile.management.password, '<password>');
  secrets.open(PUBLIC_WORDS);
  secrets.open(OWN_BEGINNINGS);
  secrets.open(namesIn(profile));
}

function namesIn({
  clients,
  devices = {},
  management,
}: Pick<Profile, 'clients'> & Partial<Profile>): string[] {
  return [
    ...Object.entries(clients).flatMap(([name, { clientId }]) => [name, clientId]),
    ...Object.entries(devices).flatMap(([name, { deviceId }]) => [name, deviceId]),
    ...(management ? [management.deviceId, management.profileId, management.name ?? ''] : []),
  ];
}

/** The dialect's names for what holds a password or a ticket. */
export function openDialect(secrets: Secrets, { namesOf }: Pick<Dialect, 'namesOf'>): void {
  secrets.open([...namesOf('ticket'), ...namesOf('passwordChange'), ...namesOf('deviceAddition')]);
}
