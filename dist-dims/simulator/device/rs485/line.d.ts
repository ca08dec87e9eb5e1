import type { Clock } from '../../../kernel/clock.js';
import type { SerialFormat } from './rs485-spec.js';
/** How long so many bytes occupy the line, in ms. */
export declare function lineTime(bytes: number, baudRate: number, { parity, stopBits }: SerialFormat): number;
export interface Line {
    /** Occupies the line from now on; `arrive` is called at the last byte. */
    send(duration: number, arrive: (collided: boolean) => void): void;
}
export declare function createLine(clock: Clock): Line;
