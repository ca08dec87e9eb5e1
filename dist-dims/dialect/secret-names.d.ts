import { type IsSecretName } from '../output/secret-names.js';
import type { Dialect } from './dialect.js';
/** Whether a field or a parameter of this name may hold a token, a ticket, a secret or a password. */
export declare function secretNames({ namesOf }: Pick<Dialect, 'namesOf'>): IsSecretName;
