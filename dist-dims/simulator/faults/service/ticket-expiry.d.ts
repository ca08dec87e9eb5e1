export declare const ticketExpiry: import("../fault.js").FaultType;
