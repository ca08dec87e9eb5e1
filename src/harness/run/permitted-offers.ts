// The stimuli that programs may use on a target whose relays are known: what the gate would refuse is not drawn.
import { factsOf } from '../profile/stimuli/catalogue.js';
import type { Offers } from '../stimuli/offers.js';
import type { OpenTarget } from './open-target.js';

export function permittedOffers({
  gate,
  profile,
  stimuli,
}: Pick<OpenTarget, 'gate' | 'profile' | 'stimuli'>): Offers {
  return (name, device) => {
    const offered = stimuli.offers(name, device);
    const entry = profile.devices[device ?? ''];
    if (offered.kind === 'missing' || device === undefined || !entry || !factsOf(name).switches)
      return offered;
    const reason = gate.forbidsAct({ name, device: { name: device, deviceId: entry.deviceId } });
    return reason === undefined ? offered : { kind: 'missing', reason };
  };
}
