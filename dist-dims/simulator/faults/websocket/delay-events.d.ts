export declare const delayEvents: import("../fault.js").FaultType;
