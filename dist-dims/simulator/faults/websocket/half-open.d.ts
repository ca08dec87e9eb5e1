export declare const halfOpen: import("../fault.js").FaultType;
