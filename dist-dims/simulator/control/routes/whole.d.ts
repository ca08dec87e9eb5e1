export declare const wholeRoutes: import("../route.js").ControlRoute[];
