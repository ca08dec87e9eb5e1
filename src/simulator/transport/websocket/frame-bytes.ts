// The bytes of a frame's text: an event goes to many connections one after the other, and is encoded once.

export type FrameBytes = (text: string) => Buffer;

/** Remembers the last text only: all connections hear of an event before anything else is sent to them. */
export function createFrameBytes(): FrameBytes {
  let lastText = '';
  let lastBytes = Buffer.alloc(0);
  return (text) => {
    if (text === lastText) return lastBytes;
    lastText = text;
    lastBytes = Buffer.from(text);
    return lastBytes;
  };
}
