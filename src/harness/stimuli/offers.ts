// What a profile offers in the way of stimuli, and which line would offer what it does not.
import type { Profile } from '../profile/profile.js';
import { type Restriction, restrictionWords } from '../profile/restriction.js';
import { type ActName, factsOf, isWitness } from '../profile/stimuli/catalogue.js';

export type Offer =
  | { readonly kind: 'ok' }
  /** In words, with what to add to the profile. */
  | { readonly kind: 'missing'; readonly reason: string };

/** @param device its name in the profile; none for what is done to a client, or to ask for any device. */
export type Offers = (name: ActName, device?: string) => Offer;

export interface OfferOptions {
  /** Somebody can be asked. */
  readonly interactive: boolean;
  /** What to do where there is no profile that a line could be added to. */
  readonly instead?: string;
  /** What the run leaves out on purpose. */
  readonly restriction?: Restriction;
}

const OK: Offer = { kind: 'ok' };

export function createOffers(
  { stimuli, devices }: Pick<Profile, 'stimuli' | 'devices'>,
  { interactive, instead, restriction }: OfferOptions,
): Offers {
  const own = (name: ActName, device: string | undefined): Offer => {
    const declared = stimuli?.drivers[name];
    if (restriction && isLeftOut(restriction, name, declared?.how.kind))
      return missing(restrictionWords(restriction));
    if (!declared)
      return stimuli?.control ? OK : missing(instead ?? `add under stimuli: "${factsOf(name).example}"`);
    const { how } = declared;
    if (how.kind === 'prompt' && !interactive)
      return missing(`${name} is for the operator, and there is no terminal to ask at`);
    const works =
      how.kind === 'wiring'
        ? how.wires.map((wire) => wire.device)
        : (declared.devices ?? Object.keys(devices));
    if (device === undefined || works.includes(device)) return OK;
    return missing(`${name} is declared only for ${works.join(', ')}`);
  };
  return (name, device) => {
    const offered = own(name, device);
    const { undoneBy } = factsOf(name);
    if (offered.kind === 'missing' || undoneBy === undefined || undoneBy === name) return offered;
    const back = own(undoneBy, device);
    if (back.kind === 'ok') return OK;
    return missing(`${name} needs ${undoneBy}, which puts it back: ${back.reason}`);
  };
}

/** A wire switches a relay, and so does a device without power; what is put on an RS485 line from outside is on it. */
function isLeftOut(restriction: Restriction, name: ActName, how: string | undefined): boolean {
  if (isWitness(name)) return false;
  if (restriction === 'read-only') return true;
  return how === 'wiring' || name === 'inject-rs485' || factsOf(name).switches === true;
}

function missing(reason: string): Offer {
  return { kind: 'missing', reason };
}
