export declare const clientRoutes: import("../route.js").ControlRoute[];
