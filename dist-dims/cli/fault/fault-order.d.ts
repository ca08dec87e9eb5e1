import { type Result } from '../../document/complaint.js';
export interface OrderOptions {
    readonly device?: readonly string[];
    readonly profile?: readonly string[];
    readonly client?: readonly string[];
    readonly route?: readonly string[];
    readonly topic?: readonly string[];
    readonly with?: readonly string[];
    readonly after?: string;
    readonly for?: string;
    readonly every?: number;
    readonly probability?: number;
    readonly count?: number;
    readonly id?: string;
}
export declare function faultOrder(type: string, options: OrderOptions): Result<Record<string, unknown>>;
/** The option or argument that stands for a place of the order. */
export declare function orderTerm(pointer: string): string | undefined;
