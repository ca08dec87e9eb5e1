/** Where `conform serve` listens when nothing else is said. */
export declare const DEFAULT_PORT = 7070;
