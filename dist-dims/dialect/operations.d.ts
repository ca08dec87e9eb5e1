import { type OperationName, type ParamsOf } from '../contract/operations.js';
import type { Codec, WritingCodec } from './codec.js';
import type { CommandValue, Dialect, ExecuteValue } from './dialect.js';
type Shapes = Dialect['shapes'];
export type ParamsCodecs = {
    readonly [N in OperationName]: Codec<ParamsOf<N>>;
};
export declare function paramsCodecs(shapes: Shapes): ParamsCodecs;
export declare function createCommandCodec(shapes: Shapes): WritingCodec<CommandValue>;
/** Where the sample of `executeRequest` has the name and the parameters, as JSON Pointers. */
export interface ExecutePlaces {
    readonly name: string;
    readonly params: string;
    /** `file:line:column` of the name. */
    readonly declaredAt: string;
}
export declare function createExecuteCodec(shapes: Shapes, places: ExecutePlaces): Codec<ExecuteValue>;
export {};
