import type { Problem } from './problem.js';
/** Something that the user can mend: a file with problems in it, or a sentence with a hint. */
export type Complaint = {
    readonly kind: 'file';
    readonly problems: readonly Problem[];
    readonly source: string;
} | {
    readonly kind: 'words';
    readonly message: string;
    readonly hint?: string;
};
export type Result<T> = {
    readonly ok: true;
    readonly value: T;
} | {
    readonly ok: false;
    readonly complaints: readonly Complaint[];
};
export declare function refuse(message: string, hint?: string): {
    readonly ok: false;
    readonly complaints: Complaint[];
};
