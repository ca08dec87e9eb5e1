// Compiles a placeholder: a scalar, data that pass unchanged, or a whole shape within another.
import { z } from 'zod';
import type { ShapeName } from '../contract/schemas/shapes.js';
import { assert } from '../kernel/assert.js';
import { getterOf, setterOf } from './access-path.js';
import { chooseScalar } from './choose-scalar.js';
import type { Compiler } from './compiler.js';
import { type DecodeRun, mismatch, noteOrigin } from './decode-run.js';
import type { Description, JsonSchema } from './json-schema.js';
import { scalarText } from './json-text.js';
import { type Canonical, type Node, NOTHING } from './node.js';
import type { Placeholder, Template, Value } from './sample.js';
import { type ScalarCodec, withinText } from './scalar-codec.js';
import { shapeOf } from './schema-facts.js';
import { type Resolved, resolve, type Scope } from './scope.js';

export function compileValue(sample: Value | Template, scope: Scope, compiler: Compiler): Node {
  const { placeholder } = sample;
  const field = resolve(scope, placeholder, compiler.report);
  if (!field) return NOTHING;
  if (placeholder.optional && !field.optional && !(field.schema instanceof z.ZodUnknown)) {
    compiler.report(placeholder.at, `${placeholder.name} is never absent`, 'Leave the ? out.');
  }
  const form = formOf(sample, field, compiler);
  return form ? fieldNode(form, field, placeholder, compiler) : NOTHING;
}

/** The codec of a placeholder that has to be a scalar; what does not fit is reported. */
export function scalarOf(
  field: Resolved,
  placeholder: Placeholder,
  compiler: Compiler,
): ScalarCodec | undefined {
  const chosen = chooseScalar(field.schema, placeholder, compiler.settings);
  if ('encode' in chosen) return chosen;
  compiler.report(placeholder.at, chosen.message, chosen.hint);
  return undefined;
}

function formOf(sample: Value | Template, field: Resolved, compiler: Compiler): Form | undefined {
  if (field.schema instanceof z.ZodUnknown) return verbatimForm(sample, compiler);
  const shape = shapeOf(field.schema);
  return shape === undefined ? scalarForm(sample, field, compiler) : shapeForm(sample, shape, compiler);
}

/** How the content of a field is written; `decode` gives undefined when the data do not fit. */
interface Form {
  encode(content: unknown): unknown;
  /** What `encode` gives as JSON. */
  write(content: unknown): string | undefined;
  describe(how: Description, path: string): JsonSchema;
  decode(wire: unknown, run: DecodeRun, field: Resolved): unknown;
}

function scalarForm(sample: Value | Template, field: Resolved, compiler: Compiler): Form | undefined {
  const plain = scalarOf(field, sample.placeholder, compiler);
  if (!plain) return undefined;
  const codec = sample.kind === 'template' ? withinText(plain, sample.prefix, sample.suffix) : plain;
  const declaredAt = compiler.placeOf(sample.at);
  return {
    encode: codec.encode,
    write: (content) => scalarText(codec.encode(content)),
    describe: ({ fixed = {} }, path) =>
      Object.hasOwn(fixed, path) ? { const: codec.encode(fixed[path]) } : codec.describe(),
    decode: (wire, run) => {
      const content = codec.decode(wire);
      if (content === undefined) mismatch(run, codec.expected, wire, declaredAt);
      return content;
    },
  };
}

function verbatimForm(sample: Value | Template, compiler: Compiler): Form | undefined {
  if (!isBare(sample, 'passes as it is', compiler)) return undefined;
  const declaredAt = compiler.placeOf(sample.at);
  return {
    encode: (content) => content,
    write: (content) => JSON.stringify(content),
    describe: ({ open }, path) => open?.[path] ?? {},
    decode: (wire, run) => {
      if (wire === undefined) mismatch(run, 'some value', wire, declaredAt);
      return wire;
    },
  };
}

function shapeForm(sample: Value | Template, shape: ShapeName, compiler: Compiler): Form | undefined {
  if (!isBare(sample, `is written as the shape ${shape}`, compiler)) return undefined;
  const node = compiler.nodeOf(shape);
  return {
    encode: (content) => node.encode(content as Canonical),
    write: rememberingFrozen((content) => node.write(content)),
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

/** A value that is frozen never changes, nor does anything in it, and is written the same way each time. */
function rememberingFrozen(write: (content: Canonical) => string | undefined): Form['write'] {
  const known = new WeakMap<object, string | undefined>();
  return (content) => {
    const value = content as Canonical;
    if (!Object.isFrozen(value)) return write(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const text = write(value);
    known.set(value, text);
    return text;
  };
}

function isBare(sample: Value | Template, why: string, { report }: Compiler): boolean {
  const { name, encodings, words, at } = sample.placeholder;
  const bare = sample.kind === 'value' && encodings.length === 0 && !words;
  if (!bare) report(at, `${name} ${why}: it takes no encoding, no words and no text around it`);
  return bare;
}

function fieldNode(
  form: Form,
  field: Resolved,
  { name, optional, at }: Placeholder,
  compiler: Compiler,
): Node {
  const get = getterOf(field.path);
  const set = setterOf(field.path);
  const declaredAt = compiler.placeOf(at);
  const missing = `${declaredAt}: the dialect always writes ${name}, but this value has none`;
  return {
    optional,
    encode: (value) => {
      const content = get(value);
      if (content !== undefined) return form.encode(content);
      assert(optional, missing);
      return undefined;
    },
    write: (value) => {
      const content = get(value);
      if (content !== undefined) return form.write(content);
      assert(optional, missing);
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
