import type { Profile } from '../profile/profile.js';
import { type Restriction } from '../profile/restriction.js';
import { type ActName } from '../profile/stimuli/catalogue.js';
export type Offer = {
    readonly kind: 'ok';
}
/** In words, with what to add to the profile. */
 | {
    readonly kind: 'missing';
    readonly reason: string;
};
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
export declare function createOffers({ stimuli, devices }: Pick<Profile, 'stimuli' | 'devices'>, { interactive, instead, restriction }: OfferOptions): Offers;
