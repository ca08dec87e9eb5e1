export interface Issued {
    add(secret: string, clientId: string): number;
    /** Undefined for one that was never issued, or so long ago that it has been forgotten. */
    find(secret: string): {
        readonly number: number;
        readonly clientId: string;
    } | undefined;
}
export declare function createIssued(): Issued;
