export type OperationKind = 'refresh' | 'control' | 'config' | 'transceive';
/** `deaf`: the operation never reaches the device. `mute`: it is carried out, and nobody is told. */
export type Answering = 'normal' | 'deaf' | 'mute';
export type ReadingChannel = {
    readonly kind: 'analogInput';
    readonly index: number;
} | {
    readonly kind: 'sensor';
    readonly key: string;
};
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
    answering(kind: OperationKind, now: number): Answering;
    /** Where a relay's contact goes: `commanded` by the coil, `closed` as it is. */
    contact(relay: number, commanded: boolean, closed: boolean, now: number): boolean;
    /** Moments after an edge of a digital input, in ms and ascending, at which the contact bounces. */
    bounce(input: number, offsets: readonly number[], now: number): readonly number[];
    /** What is read of a channel. `at` gives the true value at another moment, which a frozen sensor needs. */
    reading(channel: ReadingChannel, value: number, now: number, at: (time: number) => number): number;
    /** What arrives of a peripheral's answer; undefined when nothing does. */
    rs485(answer: Rs485Answer, now: number): Rs485Answer | undefined;
}
export declare const NO_INFLUENCES: DeviceInfluences;
/** The influences in order: each sees what the one before it has made. The first that silences wins. */
export declare function composeInfluences(parts: readonly Partial<DeviceInfluences>[]): DeviceInfluences;
