import type { Dispatcher } from 'undici';
import type { Clock } from '../../../kernel/clock.js';
import { type ActDriver } from '../../profile/stimuli/act.js';
import { type ActName } from '../../profile/stimuli/catalogue.js';
import type { HttpHow } from '../../profile/stimuli/declaration.js';
export declare function httpDriver(how: HttpHow, way: HttpWay): ActDriver;
export interface HttpCall {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
}
export interface HttpWay {
    readonly dispatcher: Dispatcher;
    readonly clock: Pick<Clock, 'now' | 'setTimer'>;
}
type Called = {
    readonly ok: true;
    readonly text: string;
}
/** Without a status there was no reply. */
 | {
    readonly ok: false;
    readonly status?: number;
    readonly detail: string;
};
export declare function callHttp(name: ActName, call: HttpCall, { dispatcher, clock }: HttpWay, signal: AbortSignal): Promise<Called>;
export {};
