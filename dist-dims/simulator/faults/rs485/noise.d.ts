export declare const noise: import("../fault.js").FaultType;
