export declare function fleetJsonSchema(): Record<string, unknown>;
