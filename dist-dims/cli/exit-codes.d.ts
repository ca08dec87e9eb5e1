export declare const EXIT: {
    /** Everything that was checked held, and something was. */
    readonly passed: 0;
    /** The target broke a stated rule. */
    readonly broken: 1;
    /** Usage, configuration, an unknown id, nothing selected, or a report that could not be written. */
    readonly usage: 2;
    readonly unreachable: 3;
    /** Nothing broken, but something could not be decided. */
    readonly undecided: 4;
    /** A bug of this program. */
    readonly internal: 70;
};
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
/** Called once by the command that ran. */
export type Finish = (code: ExitCode) => void;
/** For `--help`. */
export declare const EXIT_HELP = "Exit codes:\n  0  all passed        1  a stated rule is broken     2  usage, configuration, nothing selected\n  3  target not there  4  inconclusive, none broken  70  internal error";
