export declare const garble: import("../fault.js").FaultType;
