// What could come next on a command line: from the tree of commands as commander has it, and for names from whoever
// knows them.
import type { Argument, Command, Option } from 'commander';
import type { NameKind } from '../options.js';

export interface Candidate {
  readonly value: string;
  readonly about: string;
}

export interface Candidates {
  readonly values: readonly Candidate[];
  /** Paths are possible, too; the shell completes them. */
  readonly paths?: 'files' | 'folders';
}

/** The names of a kind that go on from what has been typed. @param words of the line, for what it says of a target. */
export type NameSource = (kind: NameKind, typed: string) => Promise<readonly Candidate[]>;

const NOTHING: Candidates = { values: [] };

/** @param words without the program; the last is the one that is typed, and may be empty. */
export async function candidatesFor(
  program: Command,
  words: readonly string[],
  names: NameSource,
): Promise<Candidates> {
  const typed = words.at(-1) ?? '';
  const { command, position, pending, isRest } = walk(program, words.slice(0, -1));
  if (pending) return valuesOf(pending, formOf(pending), typed, names);
  const [flag, value] = splitOnce(typed, '=');
  const long = isRest || value === undefined ? undefined : optionOf(command, flag);
  if (long && value !== undefined) {
    const found = await valuesOf(long, formOf(long), value, names);
    const values = found.values.map((each) => ({ ...each, value: `${flag}=${each.value}` }));
    // A path behind = would be completed as if it stood alone.
    return { values };
  }
  if (typed.startsWith('-') && !isRest) return { values: optionsOf(command, words, typed) };
  const argument = argumentAt(command, position);
  const found = argument ? await valuesOf(argument, argument.name(), typed, names) : NOTHING;
  return { ...found, values: [...commandsOf(command, position, typed), ...found.values] };
}

/** The command, how many arguments it has so far, the option that waits for its value, and whether -- was written. */
function walk(program: Command, words: readonly string[]) {
  let command = program;
  let position = 0;
  let pending: Option | undefined;
  let isRest = false;
  for (const word of words) {
    if (pending) pending = undefined;
    else if (word === '--') isRest = true;
    else if (!isRest && word.startsWith('-') && word !== '-') pending = waitingOption(command, word);
    else {
      const inner = position === 0 ? command.commands.find((each) => isCalled(each, word)) : undefined;
      if (inner) command = inner;
      else position++;
    }
  }
  return { command, position, pending, isRest };
}

function waitingOption(command: Command, word: string): Option | undefined {
  const option = word.includes('=') ? undefined : optionOf(command, word);
  return option?.required ? option : undefined;
}

function isCalled(command: Command, word: string): boolean {
  return command.name() === word || command.aliases().includes(word);
}

function optionOf(command: Command, flag: string): Option | undefined {
  return visible(command).find(({ long, short }) => long === flag || short === flag);
}

/** Those of the commands above it count as well. */
function visible(command: Command): readonly Option[] {
  const own = command.createHelp().visibleOptions(command);
  return command.parent ? [...own, ...command.parent.options] : own;
}

function optionsOf(command: Command, words: readonly string[], typed: string): readonly Candidate[] {
  const used = new Set(words.slice(0, -1));
  return visible(command).flatMap(({ long, description, parseArg, required }) => {
    // What is collected may be given again.
    const isOver = long !== undefined && used.has(long) && !(required && parseArg);
    if (long === undefined || isOver || !long.startsWith(typed)) return [];
    return [{ value: long, about: description }];
  });
}

function commandsOf(command: Command, position: number, typed: string): readonly Candidate[] {
  if (position > 0) return [];
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name().startsWith(typed))
    .map((each) => ({ value: each.name(), about: each.summary() || each.description() }));
}

/** The last one may take all that follow. */
function argumentAt(command: Command, position: number): Argument | undefined {
  const all = command.registeredArguments;
  const last = all.at(-1);
  return all[position] ?? (last?.variadic ? last : undefined);
}

/** @param form how the value is named in the help: `<file>`, `<name|file>`, `<dir>`. */
async function valuesOf(
  part: Argument | Option,
  form: string,
  typed: string,
  names: NameSource,
): Promise<Candidates> {
  const { argChoices, names: kind } = part as typeof part & { readonly names?: NameKind };
  if (argChoices) return { values: argChoices.filter((each) => each.startsWith(typed)).map(plain) };
  const known = kind ? await names(kind, typed) : [];
  const isNew = (value: string): boolean => value !== typed || !value.endsWith('=');
  const values = known.filter(({ value }) => value.startsWith(typed) && isNew(value));
  // `json=` first, and only then the path.
  const paths = kind === 'reports' && !typed.includes('=') ? undefined : pathsIn(form);
  return { values, ...(paths && { paths }) };
}

const formOf = ({ flags }: Option): string => /<([^>]+)>/.exec(flags)?.[1] ?? '';

export const plain = (value: string): Candidate => ({ value, about: '' });

function pathsIn(form: string): Candidates['paths'] {
  if (/\bdir\b/.test(form)) return 'folders';
  return /\b(?:file|files|path|profile|what|traces|before|after|command)\b/.test(form) ? 'files' : undefined;
}

function splitOnce(text: string, by: string): [string, string | undefined] {
  const at = text.indexOf(by);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
