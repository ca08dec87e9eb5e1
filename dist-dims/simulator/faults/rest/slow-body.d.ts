export declare const slowBody: import("../fault.js").FaultType;
