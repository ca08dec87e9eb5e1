// What the simulator knows to be secret from its fleet, and what it knows to be public.
import type { Secrets } from '../../../output/secrets.js';
import { PUBLIC_WORDS } from '../../../contract/public-words.js';
import type { FleetSpec } from '../../fleet/fleet-spec.js';

export function keepFleetSecrets(secrets: Secrets, { clients, devices }: FleetSpec): void {
  for (const { clientId, secret } of clients) secrets.keep(secret, `<secret of ${clientId}>`);
  // The number of a device makes no secret of a word.
  for (const { password } of devices)
    for (const part of password.split('{n}')) secrets.keep(part, '<password>');
  secrets.open(PUBLIC_WORDS);
  secrets.open([
    ...clients.map(({ clientId }) => clientId),
    ...devices.flatMap(({ ids, name = '', profileId }) => [ids.text, name, profileId]),
  ]);
}
