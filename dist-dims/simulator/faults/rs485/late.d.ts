export declare const late: import("../fault.js").FaultType;
