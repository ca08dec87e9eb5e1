export interface Diagnostics {
    /** Counts a frame on the bus; the body when its checksum is right. */
    receive(frame: Uint8Array): Uint8Array | undefined;
    /** The frame was for this server, or for all. */
    addressed(): void;
    excepted(): void;
    unanswered(): void;
    /** The answer to the data of a function 08 request; undefined for an unknown subfunction. */
    query(data: Uint8Array): readonly number[] | undefined;
}
export declare function createDiagnostics(): Diagnostics;
