export declare const truncate: import("../fault.js").FaultType;
