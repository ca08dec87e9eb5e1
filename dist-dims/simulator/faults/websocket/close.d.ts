export declare const close: import("../fault.js").FaultType;
