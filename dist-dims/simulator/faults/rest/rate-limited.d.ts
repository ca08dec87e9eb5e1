export declare const rateLimited: import("../fault.js").FaultType;
