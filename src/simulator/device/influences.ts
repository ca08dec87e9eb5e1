// Where faults reach into the physics from outside. The device asks at each use, so that an influence may
// come and go; by default it has none. What the faults are is not known here.

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

export interface DeviceInfluences {
  /** How long an operation takes; for a transceive what comes before the first byte is sent. */
  operationTime(nominal: number, kind: OperationKind, now: number): number;
  answering(kind: OperationKind, now: number): DeviceHearing;
  /** Where a relay's contact goes: `commanded` by the coil, `closed` as it is. */
  contact(relay: number, commanded: boolean, closed: boolean, now: number): boolean;
  /** Moments after an edge of a digital input, in ms and ascending, at which the contact bounces. */
  bounce(input: number, offsets: readonly number[], now: number): readonly number[];
  /** What is read of a channel. `at` gives the true value at another moment, which a frozen sensor needs. */
  reading(channel: ReadingChannel, value: number, now: number, at: (time: number) => number): number;
  /** What arrives of a peripheral's answer; undefined when nothing does. */
  rs485(answer: Rs485Answer, now: number): Rs485Answer | undefined;
}

export const NO_INFLUENCES: DeviceInfluences = {
  operationTime: (nominal) => nominal,
  answering: () => 'normal',
  contact: (_, commanded) => commanded,
  bounce: (_, offsets) => offsets,
  reading: (_, value) => value,
  rs485: (answer) => answer,
};

/** The influences in order: each sees what the one before it has made. The first that silences wins. */
export function composeInfluences(parts: readonly Partial<DeviceInfluences>[]): DeviceInfluences {
  const all = parts.map((part): DeviceInfluences => ({ ...NO_INFLUENCES, ...part }));
  return {
    operationTime: (nominal, kind, now) =>
      all.reduce((time, each) => each.operationTime(time, kind, now), nominal),
    answering: (kind, now) =>
      all.map((each) => each.answering(kind, now)).find((each) => each !== 'normal') ?? 'normal',
    contact: (relay, commanded, closed, now) =>
      all.reduce((wanted, each) => each.contact(relay, wanted, closed, now), commanded),
    bounce: (input, offsets, now) => all.reduce((list, each) => each.bounce(input, list, now), offsets),
    reading: (channel, value, now, at) =>
      all.reduce((read, each) => each.reading(channel, read, now, at), value),
    rs485: (answer, now) =>
      all.reduce<Rs485Answer | undefined>((left, each) => left && each.rs485(left, now), answer),
  };
}
