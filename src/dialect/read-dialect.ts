// From what a dialect file holds to a dialect, or to all that is wrong with it. Scripts that run alone read dialects with
// it, so that it needs no parser of YAML.
import type { Problem } from '../document/problem.js';
import { problemAt } from '../document/validate.js';
import type { ReadResult, YamlDocument } from '../document/yaml-document.js';
import { createDialect } from './create-dialect.js';
import type { Dialect } from './dialect.js';
import {
  isBroken,
  type ObjectSample,
  placeholdersOf,
  type Position,
  readSample,
  type ReportProblem,
  reportTo,
  type Sample,
  type Samples,
  samplesIn,
} from './sample.js';
import { lackingShapes, readSettings, SETTING_NAMES } from './settings.js';
import {
  FIXED_ARRAYS,
  FIXED_NAMES,
  SHAPE_NAMES,
  type ShapeName,
  SHAPES,
} from '../contract/schemas/shapes.js';
import type { Feature } from '../contract/features.js';
import { OPERATION_NAMES, operationFacts } from '../contract/operations.js';
import { closest } from '../kernel/did-you-mean.js';
import { isObject } from '../kernel/json.js';
import { exampleOfList, exampleOfObject, fieldAt, listsOf, shapeOf } from './schema-facts.js';
import * as z from 'zod';

export function readDialect(document: YamlDocument): ReadResult<Dialect> {
  const problems: Problem[] = [];
  if (!isObject(document.value)) {
    return {
      ok: false,
      problems: [problemAt(document, [], 'a dialect names shapes, and this names nothing')],
    };
  }
  const settings = readSettings(document, problems);
  const samples = readSamples(document, document.value, settings.without, problems);
  const dialect = createDialect(document, settings, samples, reportTo(problems, document.file));
  if (problems.length === 0) return { ok: true, value: dialect };
  return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

// The samples of all shapes of a file, and whether they are the ones that the interface needs.

/** @param content the plain data of the document. */
function readSamples(
  document: YamlDocument,
  content: object,
  without: ReadonlySet<Feature>,
  problems: Problem[],
): Samples {
  const report = reportTo(problems, document.file);
  const samples = new Map<ShapeName, Sample>();
  const names = new Set(Object.keys(content));
  for (const [key, value] of Object.entries(content) as [string, unknown][]) {
    if (SETTING_NAMES.includes(key)) continue;
    const meant = nameMeantBy(key, names);
    if (meant !== key) {
      const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
      report(document.placeOfKey([key]), `there is no shape or setting ${key}`, hint);
    }
    // What stands under a misspelt name is looked at as well.
    const shape = SHAPE_NAMES.find((name) => name === meant);
    if (shape !== undefined) samples.set(shape, readSample(document, [key], value, report));
  }
  for (const [shape, feature] of lackingShapes(without)) {
    if (!samples.has(shape)) continue;
    const hint = `Leave ${shape} out, or ${feature} of "without".`;
    report(document.placeOfKey([shape]), `the dialect is without ${feature}, and shows ${shape}`, hint);
  }
  const unneeded = new Set<ShapeName>([...lackingShapes(without).keys(), 'deviceState']);
  for (const shape of SHAPE_NAMES.filter((name) => !samples.has(name) && !unneeded.has(name))) {
    const hint = `For example ${shape}: ${exampleOfObject(SHAPES[shape])}`;
    problems.push(problemAt(document, [], `the shape ${shape} is missing`, hint));
  }
  for (const [shape, sample] of samples) checkFixedNames(shape, sample, report);
  checkSpreads(samples, report);
  return samples;
}

/** The name itself when it is known, or else the nearest one that the file does not have. */
function nameMeantBy(key: string, taken: ReadonlySet<string>): string | undefined {
  if (SHAPE_NAMES.some((name) => name === key)) return key;
  return closest(
    key,
    [...SHAPE_NAMES, ...SETTING_NAMES].filter((name) => !taken.has(name)),
  );
}

// Objects whose fields lie among those of another: no name may be that of two fields.

/** What the data of events can be; other data that pass as they are belong to an operation. */
const EVENT_SHAPES: readonly ShapeName[] = ['stateChanged', 'deviceNotice', 'rs485Received'];
const OPERATION_SHAPES: readonly ShapeName[] = OPERATION_NAMES.map((name) => operationFacts(name).params);

function checkSpreads(samples: Samples, report: ReportProblem): void {
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
  return [...(sample.kind === 'object' ? [sample] : []), ...samplesIn(sample).flatMap(objectsIn)];
}

// Holds the samples to the names that the interface fixes: no dialect may call them otherwise.

/** Reports the fixed names that the sample of `shape` lacks, or under which it shows something else. */
function checkFixedNames(shape: ShapeName, sample: Sample, report: ReportProblem): void {
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
