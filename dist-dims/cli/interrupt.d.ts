export interface Interrupt {
    /** Aborts at the first interrupt; the reason names the signal. */
    readonly signal: AbortSignal;
    dispose(): void;
}
/** @param announce is called once, with the name of the signal. */
export declare function listenForInterrupt(announce: (name: string) => void): Interrupt;
