export type FrameBytes = (text: string) => string | Buffer;
/** Keeps the last text only, because an event is sent to all connections before anything else is sent. */
export declare function createFrameBytes(): FrameBytes;
