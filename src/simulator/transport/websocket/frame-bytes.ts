// What is handed to the socket for a frame's text: an event goes to many connections one after the other, and is
// turned into bytes once. A reply goes to one, which is cheapest with the text itself.

export type FrameBytes = (text: string) => string | Buffer;

/** Remembers the last text only: all connections hear of an event before anything else is sent to them. */
export function createFrameBytes(): FrameBytes {
  let lastText: string | undefined;
  let lastBytes: Buffer | undefined;
  return (text) => {
    if (text === lastText) return (lastBytes ??= Buffer.from(text));
    lastText = text;
    lastBytes = undefined;
    return text;
  };
}
