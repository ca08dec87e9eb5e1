export declare const slow: import("../fault.js").FaultType;
