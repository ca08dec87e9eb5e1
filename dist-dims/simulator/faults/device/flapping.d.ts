export declare const flapping: import("../fault.js").FaultType;
