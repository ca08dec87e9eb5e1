import type { Call, Exchange } from '../call.js';
import type { Driver } from './driver.js';
import { type Recorder } from './recorder.js';
export interface RestOptions {
    readonly client: string;
    /** The access token to send; none when absent. */
    readonly token?: string;
    readonly cutAfterSending: boolean;
    readonly patience: number;
    readonly signal?: AbortSignal | undefined;
}
export declare function restExchange(driver: Driver, recorder: Recorder, call: Call, options: RestOptions): Promise<Exchange>;
