export function createSine({ mean, amplitude, period, phase }) {
    // The remainder first: after years, the sine of a huge angle would have lost its digits.
    return (elapsed) => mean + amplitude * Math.sin(2 * Math.PI * ((elapsed % period) / period + phase));
}
