// The codec of a placeholder that has to be a scalar.
import { chooseScalar } from './choose-scalar.js';
import type { Compiler } from './compiler.js';
import type { Placeholder } from './sample.js';
import { type ScalarCodec, withinText } from './scalar-codec.js';
import type { ResolvedField } from './scope.js';

/** What does not fit is reported. */
export function scalarOf(
  field: ResolvedField,
  placeholder: Placeholder,
  compiler: Compiler,
): ScalarCodec | undefined {
  if (placeholder.others.length > 0) {
    const hint = 'Write it as a value of its own.';
    compiler.report(placeholder.at, `${placeholder.name} is told by one word, and not within text`, hint);
    return undefined;
  }
  const chosen = chooseScalar(field.schema, placeholder, compiler.settings);
  if ('encode' in chosen) return chosen;
  compiler.report(placeholder.at, chosen.message, chosen.hint);
  return undefined;
}

/** The same for a place within text, with what stands around it. A list is no text, nor are words that look alike. */
export function textOfScalar(
  field: ResolvedField,
  placeholder: Placeholder,
  compiler: Compiler,
  [prefix = '', suffix = '']: readonly string[] = [],
): ScalarCodec | undefined {
  const codec = scalarOf(field, placeholder, compiler);
  if (!codec) return undefined;
  if (!codec.absent && (codec.asText || codec.wire !== 'mixed')) return withinText(codec, prefix, suffix);
  compiler.report(placeholder.at, `${placeholder.name} is no text`, 'Write it as a value of its own.');
  return undefined;
}

/** A field that has to be there is not optional; `what` calls the place. */
export function reportOptional(
  placeholder: Placeholder,
  field: ResolvedField,
  { report }: Compiler,
  what = placeholder.name,
): void {
  if (placeholder.optional && !field.optional) {
    report(placeholder.at, `${what} is never absent`, 'Leave the ? out.');
  }
}
