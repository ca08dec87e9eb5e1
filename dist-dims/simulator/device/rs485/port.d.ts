export interface Port {
    /** The port speaks from now on, and does not listen. */
    speak(): void;
    /** It has spoken, and waits; `take` gets the first frame that arrives. */
    wait(take: (frame: Uint8Array) => void): void;
    /** It waits no longer for this. */
    stop(take: (frame: Uint8Array) => void): void;
    /** False while the port speaks: what begins now is lost. */
    listens(): boolean;
    /** A frame has arrived that began while the port listened. */
    hear(frame: Uint8Array): void;
    /** The device has stopped: it no longer waits for anything. */
    reset(): void;
}
export declare function createPort(onUnsolicited: (frame: Uint8Array) => void): Port;
