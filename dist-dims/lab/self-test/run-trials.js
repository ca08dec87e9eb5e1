/** What was tried, in the order of the trials; less than all when the signal aborts. */
export async function runTrials(trials, runners, progress, signal) {
    const results = new Map();
    const waiting = trials.values();
    const work = async (run) => {
        // One iterator for all: each trial is taken once.
        for (const trial of waiting) {
            progress.begun(trial);
            const tried = await run(trial);
            if (signal.aborted)
                return;
            results.set(trial.id, tried);
            progress.ended(tried);
        }
    };
    await Promise.all(runners.map(work));
    return trials.flatMap(({ id }) => results.get(id) ?? []);
}
