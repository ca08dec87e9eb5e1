export declare const unresponsive: import("../fault.js").FaultType;
