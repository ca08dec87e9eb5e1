import type { Clock } from '../../../kernel/clock.js';
import type { Spontaneous } from './peripheral.js';
export interface Voices {
    /** A transceive begins to listen. */
    attend(): void;
    /** It listens no more; when nobody does, the peripherals rest. */
    leave(): void;
    /** Whether somebody wants the events. */
    watch(on: boolean): void;
}
export interface Voice extends Spontaneous {
    readonly say: () => void;
}
/** @param origin clock time from which their moments count: these are the same, whoever listens. */
export declare function createVoices(voices: readonly Voice[], clock: Clock, origin: number): Voices;
