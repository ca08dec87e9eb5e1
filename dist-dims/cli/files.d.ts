import type { SafeText } from '../output/writer.js';
export type Loaded<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly message: string;
};
/** A file, or what comes through a pipe: the program that fills it is waited for. */
export declare function readText(path: string, largest?: number): Loaded<string>;
/** A file that another file names: nothing but a file, since that other one may come from anybody. */
export declare function readNamed(path: string): Loaded<string>;
/** The lines of a file of any size, one after the other. Rejects when it cannot be read. */
export declare function readLines(path: string): AsyncIterable<string>;
/** The complaint, or undefined when the file is written. */
export declare function writeText(path: string, text: SafeText): Promise<string | undefined>;
export declare function appendText(path: string, text: SafeText): Promise<string | undefined>;
/** Why a file could not be written at this moment, before it is tried; undefined when nothing is in the way. */
export declare function unwritable(path: string): string | undefined;
/** Writes a file into a folder of its own among the temporary ones; gives its path. */
export declare function keepText(name: string, text: SafeText): Promise<Loaded<string>>;
/** Writes a file that is not there yet. Rejects with the system's error, EEXIST where it is. */
export declare function writeNewText(path: string, text: SafeText): Promise<void>;
export interface Lines {
    write(line: SafeText): void;
    /** Resolves when everything is on its way to the disk. */
    close(): Promise<void>;
}
/** Opens a file anew for lines. `onFailure` is called once when it can no longer be written. */
export declare function openLines(path: string, onFailure: (message: string) => void): Promise<Loaded<Lines>>;
export declare function kindOf(path: string): 'file' | 'folder' | 'nothing';
/** YAML files below a folder, sorted, so that every machine sees them in the same order. Links are not followed. */
export declare function yamlFilesBelow(folder: string, most?: number): Loaded<string[]>;
export declare function isYaml(path: string): boolean;
/** The path as a person in `folder` would write it; absolute when it leads out of the folder. */
export declare function shownPath(path: string, folder: string): string;
/** What the system complains about, in words. */
export declare function systemWords(error: unknown): string;
