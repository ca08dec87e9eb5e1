export type ParsedJson = {
    readonly ok: true;
    readonly value: unknown;
} | {
    readonly ok: false;
    readonly detail: string;
};
export declare function parseJson(text: string): ParsedJson;
