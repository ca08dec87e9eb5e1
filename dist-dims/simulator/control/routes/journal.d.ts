export declare const journalRoutes: import("../route.js").ControlRoute[];
