// Objects whose fields lie among those of another: no name may be that of two fields.
import type { ShapeName } from '../contract/schemas/shapes.js';
import type { ReportProblem } from './problems.js';
import type { ObjectSample, Sample, Samples } from './sample.js';

/** What the data of events can be; other data that pass as they are belong to an operation. */
const EVENT_SHAPES: readonly ShapeName[] = ['stateChanged', 'deviceNotice', 'rs485Received'];
const OPERATION_SHAPES: readonly ShapeName[] = [
  'relayParams',
  'transceiveParams',
  'baudRateParams',
  'jogParams',
];

export function checkSpreads(samples: Samples, report: ReportProblem): void {
  for (const [shape, sample] of samples) {
    for (const object of objectsIn(sample)) checkObject(shape, object, samples, report);
  }
}

function checkObject(shape: ShapeName, object: ObjectSample, samples: Samples, report: ReportProblem): void {
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
        report(
          at,
          `${twice} is the name of a field here, and of one of ${inner}`,
          'Call one of them otherwise.',
        );
      }
    }
  }
}

function shapesOf(shape: ShapeName, field: string, samples: Samples): readonly ShapeName[] {
  if (shape === 'wsEvent') return EVENT_SHAPES;
  if (field === 'params') return OPERATION_SHAPES;
  return [...samples.keys()].filter((name) => name === field);
}

function objectsIn(sample: Sample): ObjectSample[] {
  switch (sample.kind) {
    case 'object':
      return [sample, ...sample.fields.flatMap((field) => objectsIn(field.sample))];
    case 'list':
      return objectsIn(sample.element);
    case 'row':
      return sample.items.flatMap(objectsIn);
    case 'map':
      return objectsIn(sample.value);
    default:
      return [];
  }
}
