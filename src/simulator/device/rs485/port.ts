// The device's end of the line. Half duplex: what is on the line while the port waits is its response, what
// comes while it speaks is lost, and all else is unsolicited.

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

export function createPort(onUnsolicited: (frame: Uint8Array) => void): Port {
  let speaking = 0;
  let waiting: ((frame: Uint8Array) => void) | undefined;
  return {
    speak: () => {
      speaking++;
    },
    wait: (take) => {
      speaking--;
      waiting = take;
    },
    stop: (take) => {
      if (waiting === take) waiting = undefined;
    },
    listens: () => speaking === 0,
    hear: (frame) => {
      if (speaking > 0 || frame.length === 0) return;
      if (waiting) waiting(frame);
      else onUnsolicited(frame);
    },
    reset: () => {
      waiting = undefined;
    },
  };
}
