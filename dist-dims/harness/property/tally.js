/** @param investigations of one breach until it is confirmed: each after twice as many programs have shown it. */
export function createTally(investigations) {
    const held = new Map();
    const counterexamples = [];
    const known = new Map();
    /** Whatever it was taken for at first. */
    const looksOf = ({ rule, where }) => {
        const looks = known.get(`${rule} ${where}`) ?? { seen: 0, investigated: 0, worthAt: 1 };
        known.set(`${rule} ${where}`, looks);
        return looks;
    };
    const know = (finding, times) => {
        const looks = looksOf(finding);
        looks.investigated += times;
        looks.worthAt = looks.seen + 2 ** looks.investigated;
    };
    const isWorth = ({ investigated, seen, worthAt }) => investigated < investigations && seen >= worthAt;
    let [programs, operations, unfinished, inARow] = [0, 0, 0, 0];
    let hindrance;
    return {
        get programs() {
            return programs;
        },
        get inARow() {
            return inARow;
        },
        count: (ran) => {
            programs++;
            operations += ran.operations;
            inARow = ran.halt ? inARow + 1 : 0;
            if (ran.halt)
                unfinished++;
            if (ran.halt && 'why' in ran.halt)
                hindrance = ran.halt.why;
            for (const rule of ran.held)
                held.set(rule, (held.get(rule) ?? 0) + 1);
        },
        sees: (finding) => {
            const looks = looksOf(finding);
            looks.seen++;
            return isWorth(looks);
        },
        knows: (finding) => !isWorth(looksOf(finding)),
        hasConfirmed: ({ rule }) => counterexamples.some(({ finding, standing }) => finding.rule === rule && standing.kind === 'confirmed'),
        note: (finding, counterexample) => {
            const times = counterexample?.standing.kind === 'confirmed' ? investigations : 1;
            know(finding, times);
            if (!counterexample)
                return false;
            if (counterexample.finding.rule !== finding.rule || counterexample.finding.where !== finding.where)
                know(counterexample.finding, times);
            const at = counterexamples.findIndex((each) => each.finding.rule === counterexample.finding.rule);
            const before = counterexamples[at];
            if (!before)
                counterexamples.push(counterexample);
            else if (before.standing.kind === 'doubtful' && counterexample.standing.kind === 'confirmed')
                counterexamples[at] = counterexample;
            else
                return false;
            return true;
        },
        result: (trace) => ({
            programs,
            operations,
            counterexamples,
            held,
            unfinished,
            ...(hindrance === undefined ? {} : { hindrance }),
            trace,
        }),
    };
}
