export declare const CONTROL_PREFIX = "/control/v1";
