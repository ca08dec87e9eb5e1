import type { Dialect } from '../../../dialect/dialect.js';
import type { Secrets } from '../../../output/secrets.js';
import type { Profile } from '../../profile/profile.js';
/** Keeps the secrets of the profile's clients and stimuli, and the password of its device for management. */
export declare function keepProfile(secrets: Secrets, profile: Pick<Profile, 'clients'> & Partial<Profile>): void;
/** The dialect's names for what holds a password or a ticket. */
export declare function openDialect(secrets: Secrets, { namesOf }: Pick<Dialect, 'namesOf'>): void;
