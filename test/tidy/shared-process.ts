// The unit tests of a worker share one process and its modules. What one test changes there, the next would find.
import type { Node } from 'oxc-parser';
import type { Finding, Guard, SourceFile } from './finding.js';
import { globalsOf } from './globals.js';
import { lineAt, parse, walk } from './syntax.js';

const HOLD = 'Hold it in what a factory returns';
const PASS = 'Pass what the test needs as an argument';

/** Modules keep nothing between tests; a cache, which is only ever filled, is no state. */
export const modulesWithoutState: Guard = (files) => files.flatMap((file) => changesOfModule(file));

function changesOfModule(file: SourceFile): Finding[] {
  const { program } = parse(file);
  const names = new Set(program.body.flatMap(variablesOf));
  if (names.size === 0) return [];
  const found: Finding[] = [];
  walk(program, (node) => {
    const name = changed(node);
    if (name === undefined || !names.has(name)) return;
    const line = lineAt(file.source, node.start);
    found.push({ path: file.path, line, what: `changes ${name}, a variable of the module`, todo: HOLD });
  });
  return found;
}

/** The names of `let` and `var` at the top of a module. */
function variablesOf(statement: Node): string[] {
  const declaration =
    statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
  if (declaration.type !== 'VariableDeclaration' || declaration.kind === 'const') return [];
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

/** A local variable of the same name counts, too: whoever reads the line would think so. */
function changed(node: Node): string | undefined {
  const target =
    node.type === 'UpdateExpression'
      ? node.argument
      : node.type === 'AssignmentExpression' && node.operator !== '??='
        ? node.left
        : undefined;
  return target?.type === 'Identifier' ? target.name : undefined;
}

const OF_PROCESS = /^process\.(on|once|addListener|prependListener|chdir|exit)$/;

/** Unit tests leave the process as it is: no replaced modules, globals or variables of the environment. */
export const processLeftAlone: Guard = (files) =>
  files
    // Most files name none of them, and need not be read.
    .filter(({ source }) => /\b(process|globalThis|vi)\b/.test(source))
    .flatMap((file) => [...replacements(file), ...assignments(file)]);

function replacements(file: SourceFile): Finding[] {
  const { path } = file;
  const uses = globalsOf(file).filter(({ name }) => OF_PROCESS.test(name));
  const imports = parse(file).module.staticImports.filter(
    ({ moduleRequest, entries }) =>
      moduleRequest.value === 'vitest' && entries.some(({ importName }) => importName.name === 'vi'),
  );
  return [
    ...uses.map(({ name, line }) => ({ path, line, what: `uses ${name}`, todo: PASS })),
    ...imports.map(({ start }) => {
      return { path, line: lineAt(file.source, start), what: 'imports vi from vitest', todo: PASS };
    }),
  ];
}

function assignments(file: SourceFile): Finding[] {
  const found: Finding[] = [];
  walk(parse(file).program, (node) => {
    const target =
      node.type === 'AssignmentExpression'
        ? node.left
        : node.type === 'UnaryExpression' && node.operator === 'delete'
          ? node.argument
          : undefined;
    const text = target && file.source.slice(target.start, target.end);
    if (text === undefined || !/^(process|globalThis)\b/.test(text)) return;
    const line = lineAt(file.source, node.start);
    found.push({ path: file.path, line, what: `changes ${text}`, todo: PASS });
  });
  return found;
}
