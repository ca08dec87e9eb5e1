export declare const tokenExpiry: import("../fault.js").FaultType;
