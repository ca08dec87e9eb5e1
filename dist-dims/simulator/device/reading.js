import { createSignal } from './signals/registry.js';
export function createReading(options) {
    const { channel, spec, clock, seed, label, influences } = options;
    const factor = 10 ** spec.decimals;
    let since = options.origin;
    let signal;
    let fixed;
    // Made when it is first read: most channels of a large fleet never are.
    const current = () => (signal ??= createSignal(spec.signal, { seed, label }));
    const valueAt = (time) => 
    // Adding zero turns -0 into 0, which would not survive the way through JSON.
    fixed ?? Math.round(current()(Math.max(0, time - since)) * factor) / factor + 0;
    return {
        channel,
        unit: spec.unit,
        value: () => {
            const now = clock.now();
            return influences.reading(channel, valueAt(now), now, valueAt);
        },
        held: () => fixed,
        set: (value) => {
            fixed = value;
        },
        follow: (next) => {
            fixed = undefined;
            since = clock.now();
            signal = createSignal(next, { seed, label });
        },
    };
}
