export declare const mute: import("../fault.js").FaultType;
