import type { Secrets } from './secrets.js';
declare const safe: unique symbol;
/** Nothing else is written to a terminal or into a file. Only `safeText` makes one. */
export type SafeText = string & {
    readonly [safe]: true;
};
/** How a text is read: it decides how a character is escaped. */
export type Syntax = 'text' | 'painted' | 'json' | 'yaml' | 'xml' | 'html' | 'markdown';
export declare function safeText(text: string, syntax: Syntax, secrets: Pick<Secrets, 'mask'>): SafeText;
/** Commands of our own, each a line: text of others in them is escaped by who makes them. */
export declare function workflowCommands(text: string, secrets: Pick<Secrets, 'mask'>): SafeText;
export {};
