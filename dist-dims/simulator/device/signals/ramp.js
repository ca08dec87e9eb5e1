export function createRamp({ from, to, over, after }) {
    return (elapsed) => from + (to - from) * progress(elapsed / over, after);
}
/** How much of the way is done, 0 to 1, after so many lengths of the ramp. */
function progress(lengths, after) {
    if (after === 'hold')
        return Math.min(1, lengths);
    if (after === 'repeat')
        return lengths % 1;
    const turn = lengths % 2;
    return turn <= 1 ? turn : 2 - turn;
}
