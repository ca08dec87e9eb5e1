export declare const stuckRelay: import("../fault.js").FaultType;
