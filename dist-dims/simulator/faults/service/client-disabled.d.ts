export declare const clientDisabled: import("../fault.js").FaultType;
