// What hangs on the bus of a device's RS485 port, as the bus sees it.

interface PeripheralAnswer {
  readonly bytes: Uint8Array;
  /** Ms from the end of the request to the first byte. */
  readonly delay: number;
}

export interface Peripheral {
  /** Bit/s; undefined follows the rate that the port had at the start. */
  readonly baudRate: number | undefined;
  /** What it says to a frame that it heard; undefined when it keeps silent. */
  answer(frame: Uint8Array, now: number): PeripheralAnswer | undefined;
  /** What it says unasked. */
  readonly spontaneous?: Spontaneous;
}

/** Said at `phase` and then every `interval`, in ms from the origin. */
export interface Spontaneous {
  readonly bytes: Uint8Array;
  readonly interval: number;
  readonly phase: number;
}

export interface PeripheralSource {
  readonly seed: number;
  readonly label: string;
  /** Clock time at which its signals began. */
  readonly origin: number;
}
