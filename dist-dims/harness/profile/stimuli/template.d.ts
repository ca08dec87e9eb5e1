import type { Act } from './act.js';
import { type ActName } from './catalogue.js';
declare const VALUES: {
    readonly deviceId: ({ device }: Act) => string | undefined;
    readonly device: ({ device }: Act) => string | undefined;
    readonly clientId: ({ client }: Act) => string | undefined;
    readonly client: ({ client }: Act) => string | undefined;
    readonly index: ({ index }: Act) => string | undefined;
    readonly key: ({ key }: Act) => string | undefined;
    /** The value to set; of a digital input: true or false. */
    readonly value: ({ active, value }: Act) => string | undefined;
    /** The value of a digital input, as many devices want it. */
    readonly onOff: ({ active }: Act) => "off" | "on" | undefined;
    readonly data: ({ data }: Act) => string | undefined;
};
export type Placeholder = keyof typeof VALUES;
/** The placeholders that have a value when this is done. */
export declare function placeholdersOf(name: ActName): readonly Placeholder[];
/** `literal` goes out as it is; it may hold secrets. */
export type Template = readonly ({
    readonly literal: string;
} | {
    readonly placeholder: Placeholder;
})[];
export interface TemplateReader {
    /** The value of an environment variable; it complains by itself. */
    secret(name: string): string;
    unknown(placeholder: string): void;
}
export declare function readTemplate(text: string, known: readonly Placeholder[], { secret, unknown }: TemplateReader): Template;
/** @param encode makes a value fit its surroundings: in a URL, in JSON. */
export declare function fill(template: Template, act: Act, encode?: (value: string) => string): string;
/** How a value looks inside of a JSON text; numbers and words stay as they are. */
export declare function inJson(value: string): string;
export {};
