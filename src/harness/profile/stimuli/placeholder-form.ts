// How the value of a placeholder is written in a text of a profile: two words of the bench's own, another unit,
// an index from 0, bytes in another encoding. `{value(high|low)}`, `{value:x1000}`, `{index:from0}`, `{data:base64}`.
import { BYTE_CODECS } from '../../../dialect/byte-codecs.js';

export type PlaceholderForm =
  | { readonly kind: 'plain' }
  | { readonly kind: 'words'; readonly yes: string; readonly no: string }
  | { readonly kind: 'times'; readonly factor: number }
  | { readonly kind: 'from0' }
  | { readonly kind: 'bytes'; readonly encoding: string };

const PLAIN: PlaceholderForm = { kind: 'plain' };
const FORMS_OF: Readonly<Record<string, string>> = {
  index: 'Write {index} for an index from 1, or {index:from0}.',
  data: `Write {data}, in hex, or {data:ENCODING} with one of ${Object.keys(BYTE_CODECS).join(', ')}.`,
};
const WORDS = 'Write two words for true and false, as in {value(high|low)}.';
const NUMBER = 'Write {value}, or {value:x1000} for a thousand times the value.';

/**
 * @param ending what stands behind the name, with its sign: `(high|low)`, `:base64`
 * @param digital the value is that of a digital input
 */
export function readForm(
  placeholder: string,
  ending: string,
  digital: boolean,
): PlaceholderForm | { readonly hint: string } {
  if (ending === '') return PLAIN;
  if (placeholder === 'value' && digital) {
    const [, yes, no] = /^\(([^()|]*)\|([^()|]*)\)$/.exec(ending) ?? [];
    return yes === undefined || no === undefined || yes === no ? { hint: WORDS } : { kind: 'words', yes, no };
  }
  if (placeholder === 'value') {
    const factor = Number(/^:x(\d+(?:\.\d+)?)$/.exec(ending)?.[1]);
    return factor > 0 ? { kind: 'times', factor } : { hint: NUMBER };
  }
  const named = ending.slice(1);
  if (placeholder === 'index' && ending === ':from0') return { kind: 'from0' };
  if (placeholder === 'data' && ending.startsWith(':') && Object.hasOwn(BYTE_CODECS, named))
    return { kind: 'bytes', encoding: named };
  return { hint: FORMS_OF[placeholder] ?? `Write {${placeholder}} and nothing behind the name.` };
}

/** @param value as placeholders give it: numbers in decimal, bytes in hex, a digital input as true or false. */
export function writtenPlaceholder(value: string, form: PlaceholderForm): string {
  switch (form.kind) {
    case 'plain':
      return value;
    case 'words':
      return value === 'true' ? form.yes : form.no;
    case 'times':
      // 15 digits, so that 4.02 times 1000 is 4020 and not 4019.9999999999995.
      return String(Number((Number(value) * form.factor).toPrecision(15)));
    case 'from0':
      return String(Number(value) - 1);
    case 'bytes':
      return wireText(BYTE_CODECS[form.encoding]?.encode(value));
  }
}

function wireText(wire: unknown): string {
  return typeof wire === 'string' ? wire : JSON.stringify(wire);
}
