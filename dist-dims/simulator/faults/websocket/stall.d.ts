export declare const stall: import("../fault.js").FaultType;
