// Compiles a placeholder: a scalar, data that pass unchanged, or a whole shape within another. What needs several
// placeholders, or several places, is compiled elsewhere.
import * as z from 'zod';
import type { ShapeName } from '../contract/schemas/shapes.js';
import { assert } from '../kernel/assert.js';
import {
  accessTo,
  addMismatch,
  type Canonical,
  type DecodeRun,
  type Node,
  noteOrigin,
  NOTHING,
  rememberingFrozen,
  scalarText,
} from './node.js';
import { scalarOf, textOfScalar } from './choose-scalar.js';
import { compileChannels, speaksOfChannels } from './compile-channels.js';
import { compileText } from './compile-text.js';
import { compileWords, tellsTogether } from './compile-words.js';
import { type Compiler, type ResolvedField, resolveField, type ShapeScope, neverAbsent } from './scope.js';
import type { Description, ShapeSchema } from './dialect.js';
import type { Placeholder, Template, Value } from './sample.js';
import type { ScalarCodec } from './scalar-codec.js';
import { groupOf, shapeOf } from './schema-facts.js';

export function compileValue(sample: Value | Template, scope: ShapeScope, compiler: Compiler): Node {
  if (sample.kind === 'template' && sample.placeholders.length > 1)
    return compileText(sample, scope, compiler);
  const placeholder = sample.kind === 'value' ? sample.placeholder : sample.placeholders[0];
  if (!placeholder) return NOTHING;
  if (sample.kind === 'value') {
    if (speaksOfChannels(scope, placeholder)) return compileChannels(sample, scope, compiler);
    if (tellsTogether(placeholder, scope, compiler)) return compileWords(placeholder, scope, compiler);
  }
  return compileField({ sample, placeholder }, scope, compiler);
}

/** A sample with one placeholder. */
interface Single {
  readonly sample: Value | Template;
  readonly placeholder: Placeholder;
}

function compileField(single: Single, scope: ShapeScope, compiler: Compiler): Node {
  const { placeholder } = single;
  const field = resolveField(scope, placeholder, compiler.report);
  if (!field) return NOTHING;
  const isAlways = !field.optional && !(field.schema instanceof z.ZodUnknown);
  neverAbsent(compiler, placeholder.optional && isAlways, placeholder.at, placeholder.name);
  const form = formOf(single, field, compiler);
  if (!form) return NOTHING;
  const { absent } = form;
  const { get, set } = accessTo(field.path);
  // What nothing says means this.
  if (absent) scope.finishers.push((into) => void (get(into) === undefined && set(into, absent.value)));
  return fieldNode(form, field, placeholder, compiler);
}

function formOf(single: Single, field: ResolvedField, compiler: Compiler): Form | undefined {
  if (field.schema instanceof z.ZodUnknown) return verbatimForm(single, compiler);
  const shape = shapeOf(field.schema);
  return shape === undefined ? scalarForm(single, field, compiler) : shapeForm(single, shape, compiler);
}

/** How the content of a field is written; `decode` gives undefined when the data do not fit. */
interface Form {
  /** The content that is shown by nothing being there. */
  readonly absent?: ScalarCodec['absent'];
  /** As JSON. */
  write(content: unknown): string | undefined;
  describe(how: Description, path: string): ShapeSchema;
  decode(wire: unknown, run: DecodeRun, field: ResolvedField): unknown;
}

function scalarForm(
  { sample, placeholder }: Single,
  field: ResolvedField,
  compiler: Compiler,
): Form | undefined {
  const codec =
    sample.kind === 'template'
      ? textOfScalar(field, placeholder, compiler, sample.texts)
      : scalarOf(field, placeholder, compiler);
  if (!codec) return undefined;
  const declaredAt = compiler.placeOf(sample.at);
  return {
    absent: codec.absent,
    write: (content) => {
      const wire = codec.encode(content);
      return wire === undefined ? undefined : scalarText(wire);
    },
    describe: ({ fixed = {} }, path) =>
      Object.hasOwn(fixed, path) ? { const: codec.encode(fixed[path]) } : codec.describe(),
    decode: (wire, run) => {
      const content = codec.decode(wire);
      if (content === undefined) addMismatch(run, codec.expected, wire, declaredAt);
      return content;
    },
  };
}

function verbatimForm(single: Single, compiler: Compiler): Form | undefined {
  if (!isBare(single, 'passes as it is', compiler)) return undefined;
  const declaredAt = compiler.placeOf(single.sample.at);
  return {
    write: (content) => JSON.stringify(content),
    describe: ({ open }, path) => open?.[path] ?? {},
    decode: (wire, run) => {
      if (wire === undefined) addMismatch(run, 'some value', wire, declaredAt);
      return wire;
    },
  };
}

function shapeForm(single: Single, shape: ShapeName, compiler: Compiler): Form | undefined {
  if (!isBare(single, `is written as the shape ${shape}`, compiler)) return undefined;
  const node = compiler.nodeOf(shape);
  return {
    write: rememberingFrozen((content: Canonical) => node.write(content)),
    describe: ({ refer }) => (refer ? refer(shape) : node.describe({})),
    decode: (wire, run, { path }) => {
      const content: Canonical = {};
      run.canonical.push(...path);
      node.decode(wire, content, run);
      run.canonical.length -= path.length;
      return content;
    },
  };
}

function isBare({ sample, placeholder }: Single, why: string, { report }: Compiler): boolean {
  const { name, encodings, words, at } = placeholder;
  const bare = sample.kind === 'value' && encodings.length === 0 && !words;
  if (!bare) report(at, `${name} ${why}: it takes no encoding, no words and no text around it`);
  return bare;
}

function fieldNode(
  form: Form,
  field: ResolvedField,
  { name, optional, at }: Placeholder,
  compiler: Compiler,
): Node {
  const { get, set } = accessTo(field.path);
  const declaredAt = compiler.placeOf(at);
  const missing = `${declaredAt}: the dialect always writes ${name}, but this value has none`;
  const group = groupOf(field.schema);
  return {
    optional: optional || form.absent !== undefined,
    ...(group && !optional && { none: { groups: [group], put: () => undefined } }),
    write: (value) => {
      const content = get(value);
      if (content !== undefined) return form.write(content);
      assert(optional || group !== undefined, missing);
      return undefined;
    },
    describe: (how) => form.describe(how, field.path.join('.')),
    decode: (wire, into, run) => {
      if (run.origins) noteOrigin(run, field.path, wire, declaredAt);
      const content = form.decode(wire, run, field);
      if (content !== undefined) set(into, content);
    },
  };
}
