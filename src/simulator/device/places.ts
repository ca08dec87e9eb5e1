// Where entries of the edge, such as faults, reach into the physics from outside. The device asks at each use, so that
// they may come and go; what they are is not known here.

export type OperationKind = 'refresh' | 'control' | 'config' | 'transceive';

/** `deaf`: the operation never reaches the device. `mute`: it is carried out, and nobody is told. */
export type DeviceHearing = 'normal' | 'deaf' | 'mute';

export type ReadingChannel =
  | { readonly kind: 'analogInput'; readonly index: number }
  | { readonly kind: 'sensor'; readonly key: string };

/** Bytes of a peripheral on their way to the device. */
export interface Rs485Answer {
  readonly bytes: Uint8Array;
  /** Ms from the end of the request, or from now for unsolicited bytes, to the first byte. */
  readonly delay: number;
  readonly solicited: boolean;
}

export interface DevicePlaces {
  /** How long an operation takes; for a transceive what comes before the first byte is sent. */
  operationTime(nominal: number, kind: OperationKind): number;
  answering(kind: OperationKind): DeviceHearing;
  /** How long the service waits for an answer. */
  answerTimeout(nominal: number): number;
  /** Where a relay's contact goes: `commanded` by the coil, `closed` as it is. */
  contact(relay: number, commanded: boolean, closed: boolean): boolean;
  /** Moments after an edge of a digital input, in ms and ascending, at which the contact bounces. */
  bounce(input: number, offsets: readonly number[]): readonly number[];
  /** What is read of a channel. `at` gives the true value at another moment, which a frozen sensor needs. */
  reading(channel: ReadingChannel, value: number, now: number, at: (time: number) => number): number;
  /** What arrives of a peripheral's answer; undefined when nothing does. */
  rs485(answer: Rs485Answer): Rs485Answer | undefined;
}

/** What is there without any entry. */
export const BARE_DEVICE: DevicePlaces = {
  operationTime: (nominal) => nominal,
  answering: () => 'normal',
  answerTimeout: (nominal) => nominal,
  contact: (_, commanded) => commanded,
  bounce: (_, offsets) => offsets,
  reading: (_, value) => value,
  rs485: (answer) => answer,
};

export const bareDevices = (): DevicePlaces => BARE_DEVICE;
