export declare const internalError: import("../fault.js").FaultType;
