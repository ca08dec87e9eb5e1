import { type Read } from '../../document/yaml-document.js';
import type { Profile } from './profile.js';
import { type Environment } from './clients.js';
export interface ProfileSources {
    readonly environment: Environment;
    /** The text of a file that the profile names, by the path it is named by; undefined when it cannot be read. */
    readonly readFile?: (path: string) => string | undefined;
    /** The folder of the profile: commands that it names start there. */
    readonly folder?: string;
}
/** @param file name under which problems are reported; the profile is called after it unless it has a name. */
export declare function parseProfile(text: string, file: string, sources: ProfileSources): Read<Profile>;
