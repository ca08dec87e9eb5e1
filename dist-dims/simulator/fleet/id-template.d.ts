export interface IdTemplate {
    readonly text: string;
    readonly count: number;
    /** The id at a place, from 0. */
    at(place: number): string;
    /** The place of an id; undefined when the template does not stand for it. */
    placeOf(id: string): number | undefined;
    /** The number as the id at a place writes it; empty when the template is one plain id. */
    numberAt(place: number): string;
}
/** Undefined when the braces are not those of one ascending range. */
export declare function parseIdTemplate(text: string): IdTemplate | undefined;
