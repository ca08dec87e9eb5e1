export declare const requestLost: import("../fault.js").FaultType;
