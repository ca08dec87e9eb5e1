// What a row of the table of options is, and what comes from the rows: names, and the types of a command's options.
import type { ShareOf } from '../harness/property/program-share.js';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../kernel/did-you-mean.js';
import { parseDuration } from '../kernel/duration.js';

/** What an option takes that its flags do not say. Times are in ms once they are read. */
interface Values {
  readonly texts: readonly string[];
  readonly integer: number;
  readonly number: number;
  readonly duration: number;
  /** Checked, and left as it was written. */
  readonly 'duration-text': string;
  readonly share: ShareOf;
  readonly url: string;
  /** Of `--no-...` beside an option with a value. */
  readonly off: false;
  readonly choices: readonly string[];
}

/** What names are offered where a line is completed: what `conform list` lists, and what runs at the moment. */
export type NameKind =
  | 'what'
  | 'rules'
  | 'client-rules'
  | 'dialects'
  | 'variants'
  | 'defects'
  | 'faults'
  | 'endpoints'
  | 'topics'
  | 'reports'
  | 'devices'
  | 'clients'
  | 'orders'
  | 'plans';

/** What else there is to know of an option. */
export interface OptionFacts {
  /** Where the form of the value does not tell: `<n>`, `<duration>`, `<k/n>`. A text, or nothing where there is no value. */
  readonly takes?: keyof Values;
  /** Of a number; 0 where it is absent. */
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly string[];
  /** What holds where the option is not given, and is shown in the help. */
  readonly preset?: string | number;
  readonly names?: NameKind;
  /** Absent where the file of settings of `conform run` does not have it. */
  readonly setting?: {
    /** Its key in the file; the name of the option when absent. */
    readonly key?: string;
    /** What holds where nothing is said; `none`, or `false` for what has no value. */
    readonly otherwise?: string;
  };
}

export interface OptionRow extends OptionFacts {
  /** Paths of commands, such as `run | fault add`; with a command all of its subcommands. */
  readonly of: string;
  /** As commander has them: `-v, --verbose`, `--no-page`, `--target <file|url>`. */
  readonly flags: string;
  readonly help: string;
}

type TypedRow<O extends string, F extends string, M> = OptionRow & {
  readonly of: O;
  readonly flags: F;
} & M;

export function option<const O extends string, const F extends string, const M extends OptionFacts = object>(
  of: O,
  flags: F,
  help: string,
  facts?: M,
): TypedRow<O, F, M> {
  return { ...facts, of, flags, help } as TypedRow<O, F, M>;
}

type CamelCase<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : S;
type LongFlag<S extends string> = S extends `${string}--${infer L}`
  ? L extends `${infer N} ${string}`
    ? N
    : L
  : S;
type NameOf<F extends string> = CamelCase<LongFlag<F> extends `no-${infer N}` ? N : LongFlag<F>>;
type ValueOf<R> = R extends { takes: infer T extends keyof Values }
  ? Values[T]
  : R extends { choices: readonly (infer C)[] }
    ? C
    : R extends { flags: `${string}<${infer F}>` }
      ? F extends keyof typeof TOLD_BY_FORM
        ? Values[(typeof TOLD_BY_FORM)[F]]
        : string
      : boolean;
type Split<S extends string> = S extends `${infer A} | ${infer B}` ? A | Split<B> : S;
type RowOf<C extends string, R> = R extends { of: infer O extends string }
  ? C extends Split<O> | `${Split<O>} ${string}`
    ? R
    : never
  : never;

type Named<R extends OptionRow> = { readonly [Each in R as NameOf<Each['flags']>]: ValueOf<Each> };
type Preset<R extends OptionRow> = R extends { preset: string | number } ? NameOf<R['flags']> : never;

/** The options of a command by its path, such as `fault add`. Those with a preset are always there. */
export type OptionsOfRows<C extends string, R extends OptionRow> = Partial<Named<RowOf<C, R>>> &
  Pick<Named<RowOf<C, R>>, Preset<RowOf<C, R>>>;

const TOLD_BY_FORM = { n: 'integer', duration: 'duration', 'k/n': 'share' } as const;

/** What stands between `<` and `>`; undefined where there is no value. */
function formOf({ flags }: Pick<OptionRow, 'flags'>): string | undefined {
  return /<([^>]+)>$/.exec(flags)?.[1];
}

/** The row with what the form of its value tells. */
export function toldByForm(row: OptionRow): OptionRow {
  const told = (TOLD_BY_FORM as Readonly<Record<string, OptionFacts['takes']>>)[formOf(row) ?? ''];
  return row.takes === undefined && told !== undefined ? { ...row, takes: told } : row;
}

/** What a text is: a path starts from the folder of the file that it stands in. `name`: a name or a path. */
export function textKind(row: Pick<OptionRow, 'flags'>): 'path' | 'name' | 'target' | undefined {
  const parts = formOf(row)?.split('|') ?? [];
  if (!parts.includes('file') && !parts.includes('dir')) return undefined;
  return parts.includes('url') ? 'target' : parts.includes('name') ? 'name' : 'path';
}

/** `--fail-fast` -> `failFast`; `--no-page` -> `page`. */
export function optionName({ flags }: Pick<OptionRow, 'flags'>): string {
  const long = longFlag(flags).replace(/^--(no-)?/, '');
  return long.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function longFlag(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** The words of a command line that give these options again, in this order. */
export function optionWords(options: object, names: readonly string[]): string[] {
  const given = options as Readonly<Record<string, unknown>>;
  return names.flatMap((name) => {
    const value = given[name];
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false) return [];
    if (value === true) return [flag];
    return (Array.isArray(value) ? value : [value]).flatMap((each) => [flag, String(each)]);
  });
}

// Values of options and arguments, checked where they are read, by what their rows say.

type Reader = (text: string, before: unknown) => unknown;

/** Undefined where a text is taken as it is. */
export function readerOf(facts: OptionFacts): Reader | undefined {
  const { takes, choices = [] } = facts;
  switch (takes) {
    case 'texts':
      return (text, before) => [...earlier(before), text];
    case 'choices':
      return (text, before) => [...earlier(before), oneOf(choices, text)];
    case 'integer':
    case 'number':
      return (text) => numberIn(facts, text);
    case 'duration':
      return (text) => parseDuration(durationText(text)) ?? 0;
    case 'duration-text':
      return durationText;
    case 'share':
      return shareIn;
    case 'url':
      return urlIn;
    default:
      return choices.length > 0 ? (text) => oneOf(choices, text) : undefined;
  }
}

function earlier(before: unknown): readonly unknown[] {
  return Array.isArray(before) ? before : [];
}

function numberIn({ takes, least = 0, most = Infinity }: OptionFacts, text: string): number {
  const value = Number(text);
  const isRead = takes === 'integer' ? /^-?\d+$/.test(text) : text.trim() !== '' && Number.isFinite(value);
  if (isRead && value >= least && value <= most) return value;
  const kind = takes === 'integer' ? 'an integer' : 'a number';
  throw new InvalidArgumentError(
    most === Infinity ? `It is ${kind}.` : `It is ${kind} from ${least} to ${most}.`,
  );
}

function durationText(text: string): string {
  if (parseDuration(text) !== undefined) return text;
  throw new InvalidArgumentError('It is a duration such as 250ms, 3s or 1m 30s.');
}

/** One of a few names, with the nearest one in the answer to a mistyped name. */
function oneOf(names: readonly string[], text: string): string {
  if (names.includes(text)) return text;
  const near = didYouMean(text, names) ?? '';
  const listed = near.startsWith('Known') ? '' : ` Known: ${names.join(', ')}.`;
  throw new InvalidArgumentError(`${near}${listed}`);
}

const MOST_SHARDS = 1000;

/** `2/4`: the second of four parts. */
function shareIn(text: string): ShareOf {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count && count <= MOST_SHARDS)
    return { index, count };
  throw new InvalidArgumentError(
    `It is the number of a part and how many there are, such as 2/4: from 1/1 to ${MOST_SHARDS}/${MOST_SHARDS}.`,
  );
}

function urlIn(text: string): string {
  if (URL.canParse(text)) return text;
  throw new InvalidArgumentError('It is an address such as https://example.org.');
}
