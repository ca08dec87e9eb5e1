// Keys of objects that say something: the index of a relay, the name of a sensor, an action.
import { type Getter, getterOf, setterOf } from './access-path.js';
import { readTemplateText, type TextCodec } from './compile-text.js';
import type { Compiler } from './compiler.js';
import { noteOrigin } from './decode-run.js';
import type { Canonical } from './node.js';
import type { Template, Value } from './sample.js';
import type { ScalarCodec } from './scalar-codec.js';
import { textOfScalar } from './scalar-of.js';
import { resolveField, type ShapeScope } from './scope.js';

/** What is wrong with it is reported. A key reads only what it would itself write. */
export function readKey(key: Value | Template, scope: ShapeScope, compiler: Compiler): TextCodec | undefined {
  const { texts = ['', ''], placeholders = [] } = key.kind === 'template' ? key : {};
  const placeholder = key.kind === 'value' ? key.placeholder : placeholders[0];
  if (key.kind === 'template' && placeholders.length > 1) {
    const text = readTemplateText(key, scope, compiler);
    return text && strict(text);
  }
  const field = placeholder && resolveField(scope, placeholder, compiler.report);
  if (!field) return undefined;
  if (placeholder.optional) compiler.report(key.at, 'a key is never absent', 'Leave the ? out.');
  const codec = textOfScalar(field, placeholder, compiler, texts);
  return codec && single(codec, field.path, compiler.placeOf(key.at));
}

function single(codec: ScalarCodec, path: readonly string[], declaredAt: string): TextCodec {
  const get: Getter = getterOf(path);
  const set = setterOf(path);
  return {
    declaredAt,
    expected: codec.expected,
    schema: codec.describe(),
    encode: (value) => {
      const content = get(value);
      return content === undefined ? undefined : String(codec.encode(content));
    },
    decode: (wire, into, run) => {
      const content = codec.decode(wire);
      if (run.origins) noteOrigin(run, path, wire, declaredAt);
      // A key that would be written otherwise, such as 1.0 for 1, could stand beside its twin.
      if (content === undefined || codec.encode(content) !== wire) return false;
      set(into, content);
      return true;
    },
  };
}

function strict(text: TextCodec): TextCodec {
  return {
    ...text,
    decode: (wire, into, run) => {
      const read: Canonical = {};
      return text.decode(wire, read, run) && text.encode(read) === wire && text.decode(wire, into, run);
    },
  };
}
