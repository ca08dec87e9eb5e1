// From written steps to steps whose fields fit their verb, with a diagnostic at the place of everything else.
import { parseDuration } from '../../../kernel/duration.js';
import { validate } from '../../../document/validate.js';
import type { Path, YamlDocument } from '../../../document/yaml-document.js';
import { isObject } from '../../../kernel/json.js';
import { VERBS, verbByName } from '../verbs/registry.js';
import type { Step, Verb } from '../verbs/verb.js';
import { branch, type Checker, checkReference, createChecker, define, type Names } from './names.js';
import { referencesOf } from './reference.js';
import { SCENARIO_LIMITS, TOO_LONG } from './modifiers.js';
import { labelOf } from './show.js';

export interface StepsSource {
  readonly document: YamlDocument;
  /** Where the list of steps stands. */
  readonly path: Path;
  readonly steps: readonly unknown[];
  /** The steps of an included fragment; undefined, with a diagnostic, when there are none. */
  readonly include: (path: string, check: Checker) => Omit<StepsSource, 'include' | 'depth'> | undefined;
  /** Of steps inside of steps, and of includes inside of includes. */
  readonly depth: number;
}

/** @param apart the steps run at once: they take `at` and `times`, and do not see each other's captures. */
export function parseSteps(source: StepsSource, names: Names, apart = false): readonly Step[] {
  const before = apart ? branch(names) : names;
  return source.steps.flatMap((written, at) => {
    const own = apart ? branch(before) : names;
    const steps = parseStep(written, [...source.path, at], source, own, apart);
    if (apart) for (const [name, kind] of own.known) names.known.set(name, kind);
    return steps;
  });
}

function parseStep(
  written: unknown,
  base: Path,
  source: StepsSource,
  names: Names,
  apart: boolean,
): readonly Step[] {
  const { document } = source;
  const whole = createChecker(names, document, (path) => [...base, ...path]);
  if (isTooMuch(source, names, whole)) return [];
  if (!isObject(written)) {
    whole.problem([], 'a step is a verb with what belongs to it', 'As in "- refresh: plant".');
    return [];
  }
  const spliced = splice(written, base);
  const locate = (path: Path): Path => spliced.locate(path);
  const check = createChecker(names, document, locate);
  const { at, times, every, fields } = timing(spliced.fields, apart, check);
  if (typeof fields['include'] === 'string') {
    const fragment = source.include(fields['include'], check);
    const depth = source.depth + 1;
    return fragment ? parseSteps({ ...fragment, include: source.include, depth }, names, apart) : [];
  }
  const verb = verbOf(fields, check);
  if (!verb) return [];
  const view: YamlDocument = {
    ...document,
    value: fields,
    placeOf: (path) => document.placeOf(locate(path)),
    placeOfKey: (path) => document.placeOfKey(locate(path)),
  };
  const valid = validate(view, verb.schema);
  if (!valid.ok) {
    names.problems.push(...valid.problems);
    // Names that the step would have defined are known from here on: one mistake, one diagnostic.
    if (typeof fields['as'] === 'string') names.known.set(fields['as'], 'reply');
    return [];
  }
  checkReferences(fields, verb, check);
  verb.check?.(valid.value, check);
  const captured = verb.captures?.(valid.value);
  if (captured) define(check, [captured.field], captured.name, captured.kind);
  const key = verb.nested?.key ?? '';
  const inner = { ...source, path: locate([key]), steps: asList(fields[key]), depth: source.depth + 1 };
  const children = verb.nested ? parseSteps(inner, names, verb.nested.apart) : [];
  if (verb.nested?.apart && atOnce(children) > SCENARIO_LIMITS.atOnce)
    check.problem([key], `more than ${SCENARIO_LIMITS.atOnce} steps would run at once`);
  const { line, column, file } = document.placeOf(base);
  return [
    {
      verb,
      fields: valid.value,
      children,
      at,
      times,
      every,
      place: { file, line, column },
      label: labelOf(verb.name, fields),
    },
  ];
}

/** One diagnostic is enough for all steps that follow. */
function isTooMuch({ depth }: StepsSource, { seen }: Names, check: Checker): boolean {
  const { steps, depth: deepest } = SCENARIO_LIMITS;
  if (++seen.steps > steps) {
    if (seen.steps === steps + 1) check.problem([], `the scenario has more than ${steps} steps`);
    return true;
  }
  if (depth <= deepest) return false;
  check.problem([], `steps nest more than ${deepest} levels deep`, 'Does a fragment include itself?');
  return true;
}

/** `do: ${matrix.request}` puts the fields of a value of the matrix in its place. */
function splice(
  written: Record<string, unknown>,
  base: Path,
): { readonly fields: Record<string, unknown>; locate(path: Path): Path } {
  const { do: inner, ...rest } = written;
  if (!isObject(inner)) return { fields: written, locate: (path) => [...base, ...path] };
  return {
    fields: { ...inner, ...rest },
    locate: (path) =>
      path[0] !== undefined && !(path[0] in rest) && path[0] in inner
        ? [...base, 'do', ...path]
        : [...base, ...path],
  };
}

/** When a step inside of `parallel` starts, and how often; elsewhere these are no fields of a step. */
function timing(written: Record<string, unknown>, apart: boolean, check: Checker) {
  if (!apart) return { at: 0, times: 1, every: 0, fields: written };
  const { at, times, every, ...fields } = written;
  const many = times === undefined ? 1 : times;
  const valid =
    typeof many === 'number' && Number.isInteger(many) && many >= 1 && many <= SCENARIO_LIMITS.times;
  if (!valid) check.problem(['times'], `times: expected a number from 1 to ${SCENARIO_LIMITS.times}`);
  return {
    at: offset('at', at, check),
    times: valid ? many : 1,
    every: offset('every', every, check),
    fields,
  };
}

function offset(key: string, written: unknown, check: Checker): number {
  const parsed = written === undefined ? 0 : parseDuration(typeof written === 'string' ? written : '');
  if (parsed === undefined) check.problem([key], `${key}: expected a duration, as in 250ms`);
  else if (parsed > SCENARIO_LIMITS.duration) check.problem([key], `${key}: ${TOO_LONG}`);
  return parsed ?? 0;
}

/** How many steps without others inside would run at the same time. */
function atOnce(steps: readonly Step[]): number {
  return steps.reduce((sum, { times, children }) => sum + times * Math.max(1, atOnce(children)), 0);
}

function verbOf(fields: Record<string, unknown>, check: Checker): Verb | undefined {
  const keys = Object.keys(fields);
  const verbs = keys.flatMap((key) => verbByName(key) ?? []);
  const [verb, second] = verbs;
  if (verb && second) {
    check.problem(
      [second.name],
      `a step has one verb; this one has ${verb.name} and ${second.name}`,
      'Make two steps of it.',
    );
    return undefined;
  }
  if (verb) return verb;
  const modifiers = new Set(VERBS.flatMap((each) => Object.keys(each.schema.shape)));
  const key = keys.find((each) => !modifiers.has(each)) ?? keys[0];
  if (key === undefined) check.problem([], 'the step is empty');
  else if (modifiers.has(key)) check.problem([], `the step has no verb, only ${keys.join(', ')}`);
  else check.knownKey([key], 'verb', [...VERBS.map(({ name }) => name), 'include', 'do']);
  return undefined;
}

/** Every `$name` must be known where it stands; steps inside of the step are looked at on their own. */
function checkReferences(fields: Record<string, unknown>, verb: Verb, check: Checker): void {
  const { [verb.nested?.key ?? '']: _, ...own } = fields;
  // A condition may speak of the step that it stands at: its name is known once the step has run.
  const { provided, ...before } = own;
  for (const { reference, path } of referencesOf(before))
    checkReference(check, path, reference.root, reference.path);
  for (const { reference, path } of referencesOf(provided, ['provided']))
    if (reference.root !== own['as']) checkReference(check, path, reference.root, reference.path);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
