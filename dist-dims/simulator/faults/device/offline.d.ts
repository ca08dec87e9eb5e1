export declare const offline: import("../fault.js").FaultType;
