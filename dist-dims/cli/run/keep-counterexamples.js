// Keeps what random programs have found: a scenario file for each, and a line for each in a list that grows.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { counterexampleName, counterexampleYaml } from '../../harness/property/counterexample.js';
import { safeText } from '../../output/writer.js';
import { appendText, shownPath, systemWords, writeText } from '../files.js';
/** Findings of a soak go here when no folder is named. */
export const SOAK_FOLDER = 'conform-soak';
export function createCounterexampleKeeper(folder, { seed, say, io }) {
    const complaints = [];
    const complain = (message) => {
        if (message !== undefined)
            complaints.push({ kind: 'words', message: `the counterexample: ${message}` });
    };
    return {
        complaints,
        keep: async (counterexample) => {
            const { rule } = counterexample.finding;
            const standing = counterexample.standing.kind === 'confirmed' ? 'broken' : 'in doubt';
            say(`${rule} ${standing}: program ${counterexample.index}, shrunk to ${counterexample.program.operations} operations`);
            if (folder === undefined || counterexample.standing.kind !== 'confirmed')
                return;
            const path = resolve(io.cwd, folder);
            try {
                mkdirSync(path, { recursive: true });
            }
            catch (error) {
                complain(systemWords(error));
                return;
            }
            const file = join(path, counterexampleName(counterexample));
            const clean = { ...counterexample, finding: io.secrets.redact(counterexample.finding) };
            complain(await writeText(file, safeText(counterexampleYaml(clean, seed), 'yaml', io.secrets)));
            const line = safeText(lineOf(clean, seed, file), 'json', io.secrets);
            complain(await appendText(join(path, 'findings.ndjson'), line));
            say(`  kept as ${shownPath(file, io.cwd)}; conform run ${shownPath(file, io.cwd)} replays it`);
        },
    };
}
function lineOf({ finding, index, program }, seed, file) {
    const { rule, expected, actual } = finding;
    return `${JSON.stringify({ rule, expected, actual, seed, program: index, operations: program.operations, file })}\n`;
}
