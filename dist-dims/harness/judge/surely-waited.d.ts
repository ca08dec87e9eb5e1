import { type Operation } from '../../contract/operations.js';
/** In ms; 0 where nothing is known of it. */
export declare function surelyWaited(operation: Operation | undefined, status: unknown): number;
