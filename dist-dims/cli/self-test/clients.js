// `conform self-test --clients`: tries the judge of clients on clients that break each rule, and on odd ones that are
// right. They live in the repository only, since they are put together from the example client.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSystemClock } from '../../kernel/system-clock.js';
import { createThread } from '../../lab/threads/thread.js';
import { complain } from '../complaints.js';
import { EXIT } from '../exit-codes.js';
import { listenForInterrupt } from '../interrupt.js';
import { PACKAGE_ROOT } from '../package-files.js';
const LONGEST_TRIAL = 300_000;
export async function selfTestClients(options, io) {
    const path = join(PACKAGE_ROOT, 'clients', 'dist', 'clients', 'worker.js');
    if (!existsSync(path)) {
        const hint = 'They come with the repository only: npm run build:clients.';
        complain(io, [{ kind: 'words', message: 'the clients of the self-test are not built', hint }]);
        return EXIT.usage;
    }
    const clock = createSystemClock();
    const interrupt = listenForInterrupt((name) => io.err.write(`${name}: ending the self-test\n`));
    const { signal } = interrupt;
    const begin = () => createThread({
        module: pathToFileURL(path),
        data: { cwd: io.cwd, root: PACKAGE_ROOT },
        patience: LONGEST_TRIAL,
        clock,
        signal,
    });
    const first = begin();
    const threads = [first];
    try {
        const listed = await first.ask('all');
        if (listed.kind === 'lost')
            throw new Error(`the thread of the clients was lost: ${listed.why}`);
        const trials = listed.answer.filter(({ id }) => options.only?.includes(id) ?? true);
        if (trials.length === 0) {
            complain(io, [{ kind: 'words', message: '--only: there is no such client' }]);
            return EXIT.usage;
        }
        while (threads.length < Math.min(options.jobs ?? availableParallelism(), trials.length))
            threads.push(begin());
        const tried = await askAll(trials, threads, options.verbose === true ? io : undefined);
        io.out.write(summary(tried));
        if (tried.some(({ wrong }) => wrong.length > 0))
            return EXIT.broken;
        return signal.aborted ? EXIT.undecided : EXIT.passed;
    }
    finally {
        interrupt.dispose();
        await Promise.all(threads.map((thread) => thread.close()));
    }
}
async function askAll(trials, threads, watcher) {
    const waiting = [...trials];
    const tried = [];
    const work = async (thread) => {
        for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
            const answered = await thread.ask(trial);
            const result = answered.kind === 'answer' ? answered.answer : { trial, wrong: [answered.why] };
            tried.push(result);
            watcher?.err.write(`${nameOf(trial)}: ${result.wrong.length === 0 ? 'right' : result.wrong.join('; ')}\n`);
        }
    };
    await Promise.all(threads.map(work));
    return tried;
}
const nameOf = ({ kind, id, seed }) => `${kind} ${id}, seed ${seed}`;
function summary(tried) {
    const count = (kind) => {
        const all = tried.filter(({ trial }) => trial.kind === kind);
        const right = all.filter(({ wrong }) => wrong.length === 0).length;
        return `${right} of ${all.length}`;
    };
    const lines = tried
        .filter(({ wrong }) => wrong.length > 0)
        .flatMap(({ trial, wrong }) => [nameOf(trial), ...wrong.map((each) => `  ${each}`)]);
    const counts = [
        `Defects    ${count('defect')} trials found the rule broken, and no other one`,
        `Variants   ${count('variant')} trials were right to find nothing broken`,
    ];
    return `${[...lines, ...counts].join('\n')}\n`;
}
