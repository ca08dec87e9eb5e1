export declare const bouncingInput: import("../fault.js").FaultType;
