export declare const restart: import("../fault.js").FaultType;
