export declare function labelOf(verb: string, fields: Readonly<Record<string, unknown>>): string;
