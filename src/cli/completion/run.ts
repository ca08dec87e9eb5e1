// What `conform completion` prints, and what its scripts ask for at each key press.
import type { Command } from 'commander';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { type Candidate, candidatesFor, type NameSource, plain } from './candidates.js';
import type { Shell, ListName } from '../names.js';
import { basename } from 'node:path';
import { createSystemClock } from '../../kernel/machine-clock.js';
import { within } from '../../kernel/within.js';
import { RUN_FORMATS } from '../../report/format-names.js';
import { shownPath, yamlFilesBelow } from '../files.js';
import { BUNDLED_FAULTS, BUNDLED_VARIANTS } from '../package-files.js';
import type { NameKind } from '../options.js';

export function printScript(shell: string, io: Io): ExitCode {
  io.out.write(SCRIPTS[shell as Shell]);
  return EXIT.passed;
}

/**
 * Prints the word that is typed, and a line for each candidate: the value, a tab, what it is. `:files` and `:folders`
 * ask the shell for paths.
 */
export async function printCandidates(
  program: Command,
  { line, words }: { readonly line?: string; readonly words: readonly string[] },
  io: Io,
): Promise<ExitCode> {
  const given = line === undefined ? words : wordsOf(line).slice(1);
  const typed = given.at(-1) ?? '';
  const { values, paths } = await candidatesFor(program, given, nameSource(io));
  const lines = values.map(({ value, about }) => `${value}\t${about.replaceAll(/\s+/g, ' ')}`);
  io.out.write([typed, ...lines, ...(paths ? [`:${paths}`] : []), ''].join('\n'));
  return EXIT.passed;
}

// The words of a line that is being typed, as a shell would read them.

/** The last word is the one that is typed at the moment; it may be empty. */
export function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let quote = '';
  let isOpen = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (quote !== '') {
      if (letter === quote) quote = '';
      else if (quote === '"' && letter === '\\' && '"\\$`'.includes(line.charAt(at + 1)))
        word += line.charAt(++at);
      else word += letter;
    } else if (letter === '\\') word += line.charAt(++at);
    else if (letter === "'" || letter === '"') {
      quote = letter;
      isOpen = true;
    } else if (/\s/.test(letter)) {
      if (isOpen || word !== '') words.push(word);
      word = '';
      isOpen = false;
    } else word += letter;
  }
  return [...words, word];
}

// What a shell is told: to ask the program itself for what could come next. The program knows its own commands, and so
// the scripts name none and never get old.

// bash breaks words at = and :, so it is given the line, and what stands before the last break is taken off again.
const BASH = `# conform completion bash: put into ~/.bashrc  source <(conform completion bash)
_conform_complete() {
  local out line word="" prefix="" first=1
  COMPREPLY=()
  out=$("$1" complete --line "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null) || return 0
  while IFS= read -r line; do
    if [ "$first" = 1 ]; then
      first=0
      word="$line"
      prefix="\${word%"\${word##*[:=]}"}"
      continue
    fi
    case "$line" in
      :files | :folders)
        local kind=-f path
        [ "$line" = ":folders" ] && kind=-d
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$kind" -- "\${word#"$prefix"}")
        compopt -o filenames 2>/dev/null
        ;;
      *)
        line="\${line%%$'\\t'*}"
        COMPREPLY+=("\${line#"$prefix"}")
        ;;
    esac
  done <<<"$out"
  if [ "\${#COMPREPLY[@]}" = 1 ]; then
    case "\${COMPREPLY[0]}" in
      *[=/.:]) compopt -o nospace 2>/dev/null ;;
    esac
  fi
}
complete -F _conform_complete conform relaybench
`;

const ZSH = `#compdef conform relaybench
# conform completion zsh: put into ~/.zshrc  source <(conform completion zsh), after compinit
_conform() {
  local line value
  local -a out described open
  out=("\${(@f)$("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  (( $#out > 1 )) || return 1
  for line in "\${(@)out[2,-1]}"; do
    value="\${line%%$'\\t'*}"
    case "$line" in
      :files) compset -P '*='; _files ;;
      :folders) compset -P '*='; _files -/ ;;
      *[=/.:]$'\\t'*) open+=("$value") ;;
      *) described+=("\${value//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( $#open )) && compadd -S '' -- "\${open[@]}"
  (( $#described )) && _describe -t conform conform described
  return 0
}
if [ "\${funcstack[1]}" = "_conform" ]; then _conform "$@"; else compdef _conform conform relaybench; fi
`;

const FISH = `# conform completion fish: conform completion fish > ~/.config/fish/completions/conform.fish
function __conform_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l out (command $words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
    for line in $out[2..-1]
        switch $line
            case ':files' ':folders'
                set -l before (string match -r '^.*=' -- "$current")
                for path in (__fish_complete_path (string replace -r '^.*=' '' -- "$current"))
                    printf '%s%s\\n' "$before" $path
                end
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c conform -f -a '(__conform_complete)'
complete -c relaybench -f -a '(__conform_complete)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

// The names of each kind, at the moment of completion. Each list is loaded alone: a key press waits for it.

type Names = readonly Candidate[];

export function nameSource(io: Io): NameSource {
  return async (kind, typed) => {
    const all = await SOURCES[kind](io);
    return STEPWISE.has(kind) ? nextStep(all, typed) : all;
  };
}

const SOURCES: Readonly<Record<NameKind, (io: Io) => Names | Promise<Names>>> = {
  what: async (io) => {
    const scenarios = await dataOf('scenarios', io);
    const cases = scenarios.flatMap(({ cases: all, title }) => {
      const ids = all as readonly string[];
      return ids.length > 1 ? ids.map((id) => ({ id, title })) : [];
    });
    return namesIn([...scenarios, ...cases, ...(await dataOf('properties', io))], 'id', 'title');
  },
  rules: async (io) => namesIn(await dataOf('rules', io), 'id', 'sentence'),
  'client-rules': async () =>
    namesIn((await import('../../contract/rules/client.js')).CLIENT_RULES, 'id', 'sentence'),
  dialects: async () => (await import('../load/dialect.js')).dialectNames().map(plain),
  variants: () => below(BUNDLED_VARIANTS),
  defects: async (io) => namesIn(await dataOf('defects', io), 'id', 'summary'),
  faults: async (io) => namesIn(await dataOf('faults', io), 'type', 'summary'),
  endpoints: async (io) => namesIn(await dataOf('endpoints', io), 'name', 'summary'),
  topics: async (io) => namesIn(await dataOf('topics', io), 'name', 'kind'),
  reports: () => RUN_FORMATS.map((name) => ({ value: `${name}=`, about: `the ${name} report` })),
  devices: (io) => ofSimulator(io, '/devices?limit=1000', 'devices', 'deviceId', 'name'),
  clients: async (io) => namesIn(await dataOf('clients', io), 'clientId', ''),
  orders: (io) => ofSimulator(io, '/faults', 'faults', 'id', 'type'),
  plans: ({ cwd }) => planFiles(cwd),
};

async function dataOf(list: ListName, io: Io): Promise<readonly Record<string, unknown>[]> {
  const { listData } = await import('../list/run.js');
  return (await listData(list, io)) as readonly Record<string, unknown>[];
}

/** Hundreds of names are offered area by area. */
const STEPWISE: ReadonlySet<NameKind> = new Set(['what', 'rules']);

/** As far as the next separator where names have one behind what is typed; names where all are of one area. */
function nextStep(names: Names, typed: string): Names {
  const fitting = names.filter(({ value }) => value.startsWith(typed));
  const steps = new Map<string, Candidate>();
  for (const name of fitting) {
    const at = name.value.slice(typed.length).search(/[/.]/);
    if (at < 0) steps.set(name.value, name);
    else {
      const area = name.value.slice(0, typed.length + at + 1);
      if (!steps.has(area)) steps.set(area, { value: area, about: '' });
    }
  }
  const [only, ...others] = steps.values();
  return only && others.length === 0 && only.value !== typed && !names.includes(only)
    ? nextStep(names, only.value)
    : [...steps.values()];
}

function below(folder: string): Names {
  const found = yamlFilesBelow(folder);
  return found.ok ? found.value.map((path) => plain(basename(path, '.yaml'))) : [];
}

/** Those that come with the program, as a path that any command takes. */
function planFiles(cwd: string): Names {
  const found = yamlFilesBelow(BUNDLED_FAULTS);
  return found.ok ? found.value.map((path) => plain(shownPath(path, cwd))) : [];
}

function namesIn(data: unknown, name: string, about: string): Names {
  const rows = Array.isArray(data) ? (data as readonly Record<string, unknown>[]) : [];
  return rows.flatMap(({ [name]: value, [about]: words }) =>
    typeof value === 'string' ? [{ value, about: typeof words === 'string' ? words : '' }] : [],
  );
}

/** A simulator that does not answer within this time, in ms, is not waited for. */
const PATIENCE = 300;

async function ofSimulator(io: Io, path: string, key: string, name: string, about: string): Promise<Names> {
  const { controlClient } = await import('../control/client.js');
  const client = await controlClient({}, io);
  if (!client.ok) return [];
  const call = client.value.call<Record<string, unknown>>('GET', path);
  const answer = await within(createSystemClock(), PATIENCE, call);
  return answer?.ok ? namesIn(answer.value[key], name, about) : [];
}
