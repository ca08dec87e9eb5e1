// What the program's exit code says. Scripts branch on these; they never change.
export const EXIT = {
    /** Everything that was checked held, and something was. */
    passed: 0,
    /** The target broke a stated rule. */
    broken: 1,
    /** Usage, configuration, an unknown id, nothing selected, or a report that could not be written. */
    usage: 2,
    unreachable: 3,
    /** Nothing broken, but something could not be decided. */
    undecided: 4,
    /** A bug of this program. */
    internal: 70,
};
/** For `--help`. */
export const EXIT_HELP = `Exit codes:
  0  all passed        1  a stated rule is broken     2  usage, configuration, nothing selected
  3  target not there  4  inconclusive, none broken  70  internal error`;
