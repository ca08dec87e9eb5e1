import type { z } from 'zod';
import type { ShapeCodec } from './codec.js';
import type { Node } from './node.js';
/** @param declaredAt `file:line:column` of the sample, for what no part of it answers for. */
export declare function createShapeCodec<T>(node: Node, schema: z.ZodType<T>, declaredAt: string): ShapeCodec<T>;
