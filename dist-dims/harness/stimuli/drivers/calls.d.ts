import { Agent } from 'undici';
import type { Profile } from '../../profile/profile.js';
export interface Calls {
    dispatcher(): Agent;
    close(): Promise<void>;
}
export declare function createCalls({ tls }: Pick<Profile, 'tls'>): Calls;
