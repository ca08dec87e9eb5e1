import type { Rs485Answer } from '../../device/influences.js';
import type { FaultAct } from '../fault.js';
import type { FaultSite } from '../engine/site.js';
/** What is left of the answer, and what happened to it in words. */
export interface Changed {
    readonly answer: Rs485Answer | undefined;
    readonly effect: string;
}
export declare function changeAnswers(site: FaultSite, change: (answer: Rs485Answer) => Changed): FaultAct;
