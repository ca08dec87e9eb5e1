export declare const deviceRoutes: import("../route.js").ControlRoute[];
