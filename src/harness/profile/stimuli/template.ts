// What a profile says about stimuli: how each of them is done.
import { type Act, type ActName, factsOf } from './catalogue.js';
import { assert } from '../../../kernel/assert.js';
import { BYTE_CODECS } from '../../../dialect/byte-codecs.js';

export interface StimuliProfile {
  /** The control plane of a simulator: it does all that has no driver of its own below. */
  readonly control?: ControlAccess;
  readonly drivers: Readonly<Partial<Record<ActName, Declared>>>;
  /** What must not be seen in traces and reports. */
  readonly secrets: readonly { readonly value: string; readonly alias: string }[];
  /** Commands start here; default: the current folder. */
  readonly folder?: string;
}

export interface ControlAccess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
}

export interface Declared {
  readonly how: HttpHow | CommandHow | PromptHow | WiringHow;
  /** Names of the devices that it works for; all of them when absent. */
  readonly devices?: readonly string[];
  /** In ms. */
  readonly timeout: number;
}

export interface HttpHow {
  readonly kind: 'http';
  readonly method: string;
  readonly url: StimulusTemplate;
  readonly headers: Readonly<Record<string, StimulusTemplate>>;
  readonly body?: StimulusTemplate;
  /** JSON Pointers of a witness's numbers in the reply, which are added up. */
  readonly value?: readonly StimulusTemplate[];
}

export interface CommandHow {
  readonly kind: 'command';
  readonly argv: readonly StimulusTemplate[];
  readonly env: Readonly<Record<string, string>>;
}

export interface PromptHow {
  readonly kind: 'prompt';
  readonly text: StimulusTemplate;
}

export interface WiringHow {
  readonly kind: 'wiring';
  readonly wires: readonly DeclaredWire[];
}

/** Switching the relay drives the input of the same device. */
export interface DeclaredWire {
  readonly device: string;
  readonly input: number;
  readonly relay: number;
  /** The closed contact makes the input inactive. */
  readonly inverted: boolean;
}

// Texts of a profile with placeholders in them: `{deviceId}` stands for a value of the act, `${NAME}` for a
// secret from the environment.

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

// How the value of a placeholder is written in a text of a profile: two words of the bench's own, another unit,
// an index from 0, bytes in another encoding. `{value(high|low)}`, `{value:x1000}`, `{index:from0}`, `{data:base64}`.

type PlaceholderForm =
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
function readForm(
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
function writtenPlaceholder(value: string, form: PlaceholderForm): string {
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
    case 'bytes': {
      const wire = BYTE_CODECS[form.encoding]?.encode(value);
      return typeof wire === 'string' ? wire : JSON.stringify(wire);
    }
  }
}
