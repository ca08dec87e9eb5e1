import type { ShapeName } from '../contract/schemas/shapes.js';
import type { Position } from './problems.js';
/** `$relay.on?:string(AN|AUS)`: a field of the canonical value, and how the wire writes it. */
export interface Placeholder {
    /** As the problems quote it: `$relay.on`. */
    readonly name: string;
    readonly path: readonly string[];
    /** `$online+powered(...)`: further fields that the same word tells. */
    readonly others: readonly (readonly string[])[];
    readonly optional: boolean;
    readonly encodings: readonly string[];
    readonly words: readonly string[] | undefined;
    readonly at: Position;
}
/** Placeholders with text around them: `relay-${relay.index}`. One text stands before each, and one after all. */
export interface Template {
    readonly kind: 'template';
    readonly texts: readonly string[];
    readonly placeholders: readonly Placeholder[];
    readonly at: Position;
}
export interface Value {
    readonly kind: 'value';
    readonly placeholder: Placeholder;
    readonly at: Position;
}
/** Written as it stands, and required as it stands: a scalar, or a list without placeholders. */
export interface Literal {
    readonly kind: 'literal';
    readonly value: unknown;
    readonly at: Position;
}
export interface ObjectField {
    readonly name: string;
    readonly sample: Sample;
}
/** `'...': $data`: an object whose fields lie among those around it. */
export interface SpreadSample {
    readonly kind: 'spread';
    readonly value: Value;
    readonly at: Position;
}
export interface ObjectSample {
    readonly kind: 'object';
    readonly fields: readonly ObjectField[];
    readonly spreads: readonly SpreadSample[];
    readonly at: Position;
}
/** `[ sample ]`: one element stands for each. */
export interface ListSample {
    readonly kind: 'list';
    readonly element: Sample;
    readonly at: Position;
}
/** `{ "$relay.index": sample }`: one key stands for each element, or the only key says something itself. */
export interface MapSample {
    readonly kind: 'map';
    readonly key: Value | Template;
    readonly value: Sample;
    readonly at: Position;
}
/** What could not be read; its problem is reported. */
export interface Broken {
    readonly kind: 'broken';
    readonly at: Position;
}
export type Sample = Value | Template | Literal | ObjectSample | ListSample | MapSample | Broken;
/** By shape; one that the file does not show is missing. */
export type Samples = ReadonlyMap<ShapeName, Sample>;
/** Every placeholder in the sample, in the order of the file. */
export declare function placeholdersOf(sample: Sample): Placeholder[];
/** True when a part of the sample could not be read, so that nobody knows what it shows. */
export declare function isBroken(sample: Sample): boolean;
/** Where the wire has the field of a placeholder, as a JSON Pointer; lists are not looked into. */
export declare function pointerTo(sample: Sample, name: string): string | undefined;
/**
 * The names of all fields, those of shapes within it left out.
 * @param field only of those that show this field of the canonical value; a key that shows it counts under the name
 * of its object.
 */
export declare function namesIn(sample: Sample, field?: string, under?: string): string[];
