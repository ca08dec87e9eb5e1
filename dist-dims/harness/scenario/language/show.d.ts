export declare function show(value: unknown): string;
