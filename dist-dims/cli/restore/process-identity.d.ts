/** Where process ids mean the same. */
export interface Machine {
    readonly host: string;
    /** Changes when the machine starts anew; empty where the system does not tell. */
    readonly boot: string;
    /** Containers of one machine count their processes apart; empty where the system does not tell. */
    readonly space: string;
}
export declare function thisMachine(): Promise<Machine>;
/** When the process began, in the words of the system; undefined when it is gone, or the system does not tell. */
export declare function beginningOf(pid: number): Promise<string | undefined>;
export declare function isAlive(pid: number): boolean;
