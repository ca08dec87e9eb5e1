/** What the data of events can be; other data that pass as they are belong to an operation. */
const EVENT_SHAPES = ['stateChanged', 'deviceNotice', 'rs485Received'];
const OPERATION_SHAPES = [
    'relayParams',
    'transceiveParams',
    'baudRateParams',
    'jogParams',
];
export function checkSpreads(samples, report) {
    for (const [shape, sample] of samples) {
        for (const object of objectsIn(sample))
            checkObject(shape, object, samples, report);
    }
}
function checkObject(shape, object, samples, report) {
    const own = object.fields.map(({ name }) => name);
    for (const { value, at } of object.spreads) {
        for (const inner of shapesOf(shape, value.placeholder.path.at(-1) ?? '', samples)) {
            const sample = samples.get(inner);
            const names = sample?.kind === 'object' ? sample.fields.map(({ name }) => name) : [];
            const twice = names.find((name) => own.includes(name));
            if (sample && sample.kind !== 'object' && sample.kind !== 'broken') {
                const hint = `Write ${inner} as an object with names of its own.`;
                report(at, `the keys of ${inner} are values, and cannot lie among other fields`, hint);
            }
            if (twice !== undefined) {
                report(at, `${twice} is the name of a field here, and of one of ${inner}`, 'Call one of them otherwise.');
            }
        }
    }
}
function shapesOf(shape, field, samples) {
    if (shape === 'wsEvent')
        return EVENT_SHAPES;
    if (field === 'params')
        return OPERATION_SHAPES;
    return [...samples.keys()].filter((name) => name === field);
}
function objectsIn(sample) {
    switch (sample.kind) {
        case 'object':
            return [sample, ...sample.fields.flatMap((field) => objectsIn(field.sample))];
        case 'list':
            return objectsIn(sample.element);
        case 'map':
            return objectsIn(sample.value);
        default:
            return [];
    }
}
