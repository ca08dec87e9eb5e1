export declare function faultPlanJsonSchema(): Record<string, unknown>;
