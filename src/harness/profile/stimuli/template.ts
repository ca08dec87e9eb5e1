// Texts of a profile with placeholders in them: `{deviceId}` stands for a value of the act, `${NAME}` for a
// secret from the environment.
import { assert } from '../../../kernel/assert.js';
import type { Act } from './act.js';
import { type ActName, factsOf } from './catalogue.js';
import { type PlaceholderForm, readForm, writtenPlaceholder } from './placeholder-form.js';

const VALUES = {
  deviceId: ({ device }) => device?.deviceId,
  device: ({ device }) => device?.name,
  clientId: ({ client }) => client?.clientId,
  client: ({ client }) => client?.name,
  index: ({ index }) => index?.toString(),
  key: ({ key }) => key,
  /** The value to set; of a digital input: true or false. */
  value: ({ active, value }) => (active ?? value)?.toString(),
  /** The value of a digital input, as many devices want it. */
  onOff: ({ active }) => (active === undefined ? undefined : active ? 'on' : 'off'),
  data: ({ data }) => data,
} as const satisfies Record<string, (act: Act) => string | undefined>;

export type StimulusPlaceholder = keyof typeof VALUES;

/** The placeholders that have a value when this is done. */
export function stimulusPlaceholders(name: ActName): readonly StimulusPlaceholder[] {
  const { on, takes } = factsOf(name);
  const subject: readonly StimulusPlaceholder[] =
    on === 'device' ? ['deviceId', 'device'] : ['clientId', 'client'];
  return [
    ...subject,
    ...takes.flatMap((each): readonly StimulusPlaceholder[] =>
      each === 'active' ? ['value', 'onOff'] : [each],
    ),
  ];
}

/** `literal` goes out as it is; it may hold secrets. */
export type StimulusTemplate = readonly (
  { readonly literal: string } | { readonly placeholder: StimulusPlaceholder; readonly form: PlaceholderForm }
)[];

/** `${NAME}`, `{name}`, `{name(high|low)}`, `{name:base64}`. What has a space before its `(` or `:` is no mark. */
const MARKS = /\$\{([^{}]*)\}|\{([A-Za-z]\w*)((?:\([^{}]*\)|:[^{}\s"']*)*)\}/g;

export interface TemplateReader {
  /** The value of an environment variable; it reports its problems by itself. */
  secret(name: string): string;
  unknown(placeholder: string): void;
  /** The placeholder is known, and what is written behind its name does not fit it. */
  misformed(placeholder: string, hint: string): void;
}

export function readTemplate(
  text: string,
  known: readonly StimulusPlaceholder[],
  { secret, unknown, misformed }: TemplateReader,
): StimulusTemplate {
  const parts: StimulusTemplate[number][] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > end) parts.push({ literal: text.slice(end, match.index) });
    end = match.index + match[0].length;
    const [, variable, name, ending = ''] = match;
    const placeholder = known.find((each) => each === name);
    if (variable !== undefined) parts.push({ literal: secret(variable) });
    else if (placeholder === undefined) unknown(name ?? '');
    else {
      const form = readForm(placeholder, ending, known.includes('onOff'));
      if ('hint' in form) misformed(`{${placeholder}${ending}}`, form.hint);
      else parts.push({ placeholder, form });
    }
  }
  if (end < text.length) parts.push({ literal: text.slice(end) });
  return parts;
}

/** @param encode makes a value fit its surroundings: in a URL, in JSON. */
export function fill(
  template: StimulusTemplate,
  act: Act,
  encode: (value: string) => string = String,
): string {
  return template
    .map((part) => {
      if ('literal' in part) return part.literal;
      const value = VALUES[part.placeholder](act);
      assert(value !== undefined, `${act.name} has a value for {${part.placeholder}}`);
      return encode(writtenPlaceholder(value, part.form));
    })
    .join('');
}

/** How a value looks inside of a JSON text; numbers and words stay as they are. */
export function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** How a value looks as a part of a JSON Pointer. */
export function inPointer(value: string): string {
  return value.replaceAll('~', '~0').replaceAll('/', '~1');
}
