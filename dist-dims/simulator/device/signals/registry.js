// The kinds of signals, by name.
import { createConstant } from './constant.js';
import { createNoise } from './noise.js';
import { createRamp } from './ramp.js';
import { createRandomWalk } from './random-walk.js';
import { createReplay } from './replay.js';
import { createSine } from './sine.js';
import { createStep } from './step.js';
const FACTORIES = {
    constant: createConstant,
    sine: createSine,
    ramp: createRamp,
    step: createStep,
    'random-walk': createRandomWalk,
    noise: (spec, source) => createNoise(spec, source, createSignal(spec.on, below(source))),
    replay: createReplay,
};
export const SIGNAL_KINDS = Object.keys(FACTORIES);
export function createSignal(spec, source) {
    const factory = FACTORIES[spec.kind];
    return factory(spec, source);
}
/** The base of a noise draws from its own stream, or two noises on top of each other would be one. */
function below({ seed, label }) {
    return { seed, label: `${label}/base` };
}
