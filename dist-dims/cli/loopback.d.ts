export declare function isLoopback(host: string): boolean;
