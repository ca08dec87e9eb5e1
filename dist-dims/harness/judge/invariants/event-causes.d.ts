export declare const CONFIG_OPERATIONS: ReadonlySet<string>;
export declare const ANALOG_STIMULI: ReadonlySet<string>;
