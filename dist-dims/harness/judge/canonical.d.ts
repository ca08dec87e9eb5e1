export declare function canonical(value: unknown): string;
