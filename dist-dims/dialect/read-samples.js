// The samples of all shapes of a file, and whether they are the ones that the interface needs.
import { SHAPE_NAMES, SHAPES } from '../contract/schemas/shapes.js';
import { problemAt } from '../document/validate.js';
import { closest } from '../kernel/closest.js';
import { exampleOfObject } from './example.js';
import { checkSpreads } from './check-spreads.js';
import { checkFixedNames } from './fixed-names.js';
import { lackingShapes } from './lacking.js';
import { reportTo } from './problems.js';
import { readSample } from './read-sample.js';
import { SETTING_NAMES } from './settings.js';
/** @param content the plain data of the document. */
export function readSamples(document, content, without, problems) {
    const report = reportTo(problems, document.file);
    const samples = new Map();
    const names = new Set(Object.keys(content));
    for (const [key, value] of Object.entries(content)) {
        if (SETTING_NAMES.includes(key))
            continue;
        const meant = nameMeantBy(key, names);
        if (meant !== key) {
            const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
            report(document.placeOfKey([key]), `there is no shape or setting ${key}`, hint);
        }
        // What stands under a misspelt name is looked at as well.
        const shape = SHAPE_NAMES.find((name) => name === meant);
        if (shape !== undefined)
            samples.set(shape, readSample(document, [key], value, report));
    }
    for (const [shape, feature] of lackingShapes(without)) {
        if (!samples.has(shape))
            continue;
        const hint = `Leave ${shape} out, or ${feature} of "without".`;
        report(document.placeOfKey([shape]), `the dialect is without ${feature}, and shows ${shape}`, hint);
    }
    for (const shape of SHAPE_NAMES.filter((name) => !samples.has(name) && !lackingShapes(without).has(name))) {
        const hint = `For example ${shape}: ${exampleOfObject(SHAPES[shape])}`;
        problems.push(problemAt(document, [], `the shape ${shape} is missing`, hint));
    }
    for (const [shape, sample] of samples)
        checkFixedNames(shape, sample, report);
    checkSpreads(samples, report);
    return samples;
}
/** The name itself when it is known, or else the nearest one that the file does not have. */
function nameMeantBy(key, taken) {
    if (SHAPE_NAMES.some((name) => name === key))
        return key;
    return closest(key, [...SHAPE_NAMES, ...SETTING_NAMES].filter((name) => !taken.has(name)));
}
