export declare const latency: import("../fault.js").FaultType;
