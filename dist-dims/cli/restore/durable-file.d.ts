import type { SafeText } from '../../output/writer.js';
import { type Loaded } from '../files.js';
export declare const TEMPORARY = ".tmp";
/** The complaint, or undefined when the file is on the disk. */
export declare function writeDurably(path: string, text: SafeText): Promise<string | undefined>;
/** The complaint, or undefined when there is no such file any more. */
export declare function removeDurably(path: string): Promise<string | undefined>;
/** A folder that did not exist is for its owner alone. */
export declare function makeFolder(path: string): Promise<string | undefined>;
/** A name beside the path that nobody else uses. */
export declare function temporaryFor(path: string): string;
/** The file must not be there yet. */
export declare function writeFlushed(path: string, text: SafeText): Promise<void>;
/** Only a file of our own is taken: in a folder that others can write to, it tells us what to switch. */
export declare function readOwn(path: string): Promise<Loaded<string>>;
