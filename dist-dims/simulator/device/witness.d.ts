import type { Operation } from '../../contract/schemas/command.js';
export type PhysicalAct = 
/** The device carries the operation out. */
{
    readonly act: 'operation';
    readonly operation: Operation;
}
/** The contact of a relay has moved. */
 | {
    readonly act: 'relay';
    readonly index: number;
    readonly closed: boolean;
};
export type Witness = (act: PhysicalAct) => void;
export declare const NO_WITNESS: Witness;
