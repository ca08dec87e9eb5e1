import type { Feature } from '../contract/features.js';
import type { ShapeName } from '../contract/schemas/shapes.js';
import type { ShapeCodec } from './codec.js';
import type { Scope } from './scope.js';
/** Shapes that a dialect without these features does not show, each with the feature that it belongs to. */
export declare function lackingShapes(without: ReadonlySet<Feature>): ReadonlyMap<ShapeName, Feature>;
/** Fields of features that are not there need not be shown, and have a value all the same. */
export declare function leaveOutLacking(shape: ShapeName, scope: Scope, without: ReadonlySet<Feature>): void;
/** Stands for a shape that is not there: nobody writes it, and whatever comes does not fit. */
export declare function lackingCodec(shape: ShapeName, feature: Feature | undefined, declaredAt: string): ShapeCodec<unknown>;
