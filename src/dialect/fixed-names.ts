// Holds the samples to the names that the interface fixes: no dialect may call them otherwise.
import { z } from 'zod';
import { FIXED_ARRAYS, FIXED_NAMES, SHAPES, type ShapeName } from '../contract/schemas/shapes.js';
import { exampleOfList, exampleOfObject } from './example.js';
import type { Position, ReportProblem } from './problems.js';
import { isBroken, placeholdersOf, type Sample } from './sample.js';
import { fieldAt, listsOf, shapeOf } from './schema-facts.js';

/** Reports the fixed names that the sample of `shape` lacks, or under which it shows something else. */
export function checkFixedNames(shape: ShapeName, sample: Sample, report: ReportProblem): void {
  if (sample.kind === 'broken') return;
  if (shape === 'deviceAddition') checkNamed(sample, report);
  const arrays = FIXED_ARRAYS[shape] ?? [];
  for (const name of FIXED_NAMES[shape] ?? []) {
    const { at, found } = placeOfName(sample, name.split('.'), shape === 'stateChanged');
    const hint = `Write ${exampleOf(shape, name)}`;
    if (!found) report(at, `the interface fixes the name ${name}, and ${shape} has none`, hint);
    else if (found.kind === 'broken') continue;
    else if (!shows(found, shape, name)) {
      report(at, `the interface fixes what ${name} of ${shape} holds, and this is something else`, hint);
    } else if (isForced(found, shape, name)) {
      report(at, `the interface says that ${name} of ${shape} may be absent`, hint);
    } else if (arrays.includes(name) && found.kind !== 'list') {
      report(at, `the interface says that ${name} of ${shape} is an array`, hint);
    }
  }
}

/** A device is added under an identifier, or by the number that stands on it. */
function checkNamed(sample: Sample, report: ReportProblem): void {
  const names = placeholdersOf(sample).map(({ name }) => name);
  if (isBroken(sample) || names.includes('$deviceId') || names.includes('$serial')) return;
  const hint = 'Show $deviceId, or $serial where the server chooses the identifier.';
  report(sample.at, 'the shape deviceAddition does not say which device is added', hint);
}

/**
 * What stands under a name of the wire, or where it should stand.
 * @param deep the name may lie deeper: where the data of events lie is not said.
 */
function placeOfName(
  sample: Sample,
  path: readonly string[],
  deep: boolean,
): { at: Position; found?: Sample } {
  if (deep && sample.kind === 'object' && !sample.fields.some(({ name }) => name === path[0])) {
    const places = sample.fields.map((field) => placeOfName(field.sample, path, deep));
    return places.find(({ found }) => found) ?? { at: sample.at };
  }
  let found = sample;
  for (const name of path) {
    if (found.kind === 'broken') break;
    const field = found.kind === 'object' ? found.fields.find((each) => each.name === name) : undefined;
    if (!field) return { at: found.at };
    found = field.sample;
  }
  return { at: found.at, found };
}

/** True when all that is shown under the name belongs to the field of the same name, and is named plainly. */
function shows(sample: Sample, shape: ShapeName, name: string): boolean {
  if (sample.kind === 'template' || sample.kind === 'literal') return false;
  const words = listsOf(SHAPES[shape])
    .filter(({ path }) => isWithin(path.join('.'), name))
    .map(({ word }) => word);
  const placeholders = placeholdersOf(sample);
  const allBelong = placeholders.every(
    ({ path }) => isWithin(path.join('.'), name) || words.includes(path[0] ?? ''),
  );
  const isPlain =
    sample.kind !== 'value' || (!sample.placeholder.words && sample.placeholder.encodings.length === 0);
  return placeholders.length > 0 && allBelong && isPlain;
}

/** True when the sample always writes what not every value has. */
function isForced(sample: Sample, shape: ShapeName, name: string): boolean {
  const field = fieldAt(SHAPES[shape], name.split('.'));
  return field?.optional === true && sample.kind === 'value' && !sample.placeholder.optional;
}

function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}

function exampleOf(shape: ShapeName, name: string): string {
  const list = listsOf(SHAPES[shape]).find(({ path }) => path.join('.') === name);
  if (list) return exampleOfList(list);
  const [first = name, second] = name.split('.');
  const field = fieldAt(SHAPES[shape], [first]);
  if (second !== undefined) return `${first}: { ${second}: $${name}, … }`;
  if (field?.schema instanceof z.ZodObject && shapeOf(field.schema) === undefined) {
    return `${name}: ${exampleOfObject(field.schema, [name])}`;
  }
  return `${name}: $${name}${field?.optional ? '?' : ''}`;
}
