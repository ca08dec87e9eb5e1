// Whether delays grow from try to try, as far as a few of them can tell. Chance is on the side of the client: what
// growing delays under full jitter could have brought about by themselves is no proof.
import { createRandom } from '../../kernel/random.js';
/** Later delays are in the mean at least so many times the earlier ones. */
const GROWTH = 1.3;
/** A mean under so many ms is no delay. */
const NO_DELAY = 50;
/** Statistics on fewer samples say nothing. */
const FEWEST = 5;
/** Of a long chain the beginning counts: a bound ends the growth, and may. */
const LONGEST = 6;
const DRAWS = 20_000;
/** What growing delays bring about less often than this did not come from them. */
const IMPLAUSIBLE = 0.0001;
/** @param chains the delays in ms of each chain of tries. */
export function growthOf(chains) {
    const long = chains.filter(({ length }) => length >= 2).map((chain) => chain.slice(0, LONGEST));
    const all = long.flat();
    const n = all.length;
    const ratio = ratioOf(long);
    if (n === 0)
        return { kind: 'too few', n: chains.flat().length, ratio };
    const isNothing = mean(all) < NO_DELAY;
    if (isNothing && (n >= FEWEST || Math.max(...all) < NO_DELAY / 2))
        return { kind: 'none', n, ratio };
    if (isNothing || n < FEWEST)
        return { kind: n < FEWEST ? 'too few' : 'unclear', n, ratio };
    if (ratio >= GROWTH || long.every(reachesBound))
        return { kind: 'grow', n, ratio };
    return { kind: plausibility(long, ratio) < IMPLAUSIBLE ? 'do not grow' : 'unclear', n, ratio };
}
/** Mean of the later halves over the mean of the earlier ones; of an odd number the middle one is left out. */
function ratioOf(chains) {
    let earlier = 0;
    let later = 0;
    for (const chain of chains) {
        const half = Math.floor(chain.length / 2);
        earlier += sum(chain.slice(0, half));
        later += sum(chain.slice(chain.length - half));
    }
    if (earlier === 0)
        return later === 0 ? 1 : Number.POSITIVE_INFINITY;
    return later / earlier;
}
/** The first delay is short and the others are alike: the bound has been reached at once. */
function reachesBound([first = 0, ...others]) {
    const rest = others.toSorted((a, b) => a - b);
    const middle = rest[Math.floor(rest.length / 2)] ?? 0;
    return others.length > 0 && GROWTH * first <= middle;
}
/** How often delays that double under full jitter grow as little as these, or are as much alike. */
function plausibility(chains, ratio) {
    const random = createRandom(1).stream('growth');
    const spread = spreadOf(chains.flat());
    let asLittle = 0;
    let asAlike = 0;
    for (let draw = 0; draw < DRAWS; draw++) {
        const drawn = chains.map((chain) => drawChain(chain.length, random));
        if (ratioOf(drawn) <= ratio)
            asLittle++;
        if (spreadOf(drawn.flat()) <= spread)
            asAlike++;
    }
    return Math.min(asLittle, asAlike) / DRAWS;
}
function drawChain(length, random) {
    return Array.from({ length }, (_, at) => 2 ** at * random.fraction());
}
function spreadOf(delays) {
    return Math.max(...delays) / Math.max(1e-9, Math.min(...delays));
}
function mean(list) {
    return list.length === 0 ? 0 : sum(list) / list.length;
}
function sum(list) {
    return list.reduce((total, each) => total + each, 0);
}
