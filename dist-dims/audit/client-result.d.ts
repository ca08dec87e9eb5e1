import { type ClientRuleId } from '../contract/rules/client.js';
import type { RunResult } from '../harness/verdict/verdict.js';
import type { Evidence, Ruling } from './rules/ruling.js';
export interface RuledClient {
    readonly client: string;
    readonly rulings: ReadonlyMap<ClientRuleId, Ruling>;
}
export declare function judgeClient(client: string, evidence: Evidence): RuledClient;
export interface ClientResultOptions {
    /** What was judged, in the words of who asked. */
    readonly target: string;
    readonly dialect: string;
    readonly seed: number;
    readonly strict: boolean;
    readonly startedAt: number;
    readonly endedAt: number;
}
export declare function clientResult(clients: readonly RuledClient[], options: ClientResultOptions): RunResult;
