// All that the program shows or writes passes the writer (src/output/writer.ts): only four files reach the outside, and
// they take nothing else. A guard, because types end where somebody takes the process's own streams.
import type { Node } from 'oxc-parser';
import type { Finding, Guard, SourceFile } from './finding.js';
import { lineAt, parse, walk } from './syntax.js';

interface Ban {
  readonly what: string;
  readonly todo: string;
  /** Files that may. */
  readonly allowed: readonly string[];
  is(node: Node): boolean;
}

const BANS: readonly Ban[] = [
  {
    what: 'writes to a stream of the process',
    todo: 'Write to an outlet of the Io',
    allowed: ['src/cli/repro/script.ts', 'src/cli/io.ts'],
    is: (node) => isMember(node, 'process', ['stdout', 'stderr']) || isStreamTaken(node),
  },
  {
    what: 'prints to the console',
    todo: 'Write to an outlet of the Io',
    allowed: [],
    is: (node) => node.type === 'Identifier' && node.name === 'console',
  },
  {
    what: 'writes a file',
    todo: 'Use what src/cli/files.ts has for it, which takes a SafeText',
    // Numbers only.
    allowed: ['src/cli/files.ts', 'src/cli/restore/durable-file.ts', 'src/lab/virtual-time/clock-file.ts'],
    is: (node) => importsFromFs(node, WRITERS),
  },
  {
    what: 'makes a folder',
    todo: 'Use makeFolder in src/cli/files.ts, which ends in every place',
    allowed: ['src/cli/files.ts'],
    is: (node) => importsFromFs(node, FOLDER_MAKERS),
  },
  {
    what: 'calls a text safe',
    todo: 'Let safeText in src/output/writer.ts make it',
    allowed: ['src/output/writer.ts'],
    is: (node) => (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') && namesSafeText(node),
  },
  {
    what: 'shows secrets on purpose',
    todo: 'Write it with write(); only what serve has just made is disclosed',
    allowed: ['src/cli/io.ts', 'src/cli/serve/run.ts'],
    is: (node) => node.type === 'MemberExpression' && propertyOf(node) === 'disclose',
  },
];

export const oneWriter: Guard = (files) => files.flatMap(findingsIn);

function findingsIn(file: SourceFile): Finding[] {
  const bans = BANS.filter(({ allowed }) => !allowed.includes(file.path));
  const findings: Finding[] = [];
  walk(parse(file).program, (node) => {
    for (const { what, todo, is } of bans)
      if (is(node)) findings.push({ path: file.path, line: lineAt(file.source, node.start), what, todo });
  });
  return findings;
}

function isMember(node: Node, object: string, properties: readonly string[]): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === object &&
    properties.includes(propertyOf(node) ?? '')
  );
}

/** `const { stdout } = process`, and the module of the process. */
function isStreamTaken(node: Node): boolean {
  if (node.type === 'ImportDeclaration') return /^(?:node:)?(?:process|console)$/.test(node.source.value);
  return (
    node.type === 'VariableDeclarator' &&
    node.id.type === 'ObjectPattern' &&
    node.init?.type === 'Identifier' &&
    node.init.name === 'process' &&
    node.id.properties.some(
      (each) =>
        each.type === 'Property' &&
        each.key.type === 'Identifier' &&
        ['stdout', 'stderr'].includes(each.key.name),
    )
  );
}

const WRITERS = /^(?:writeFile|appendFile|writev?|open)(?:Sync)?$|^createWriteStream$/;
const FOLDER_MAKERS = /^mkdir(?:Sync)?$/;

/** An import of the whole module has all names. */
function importsFromFs(node: Node, names: RegExp): boolean {
  if (node.type !== 'ImportDeclaration' || !/^(?:node:)?fs(?:\/promises)?$/.test(node.source.value))
    return false;
  return node.specifiers.some(
    (each) =>
      each.type !== 'ImportSpecifier' ||
      names.test(each.imported.type === 'Identifier' ? each.imported.name : each.imported.value),
  );
}

function namesSafeText(node: Extract<Node, { type: 'TSAsExpression' | 'TSTypeAssertion' }>): boolean {
  const type = node.typeAnnotation;
  return (
    type.type === 'TSTypeReference' &&
    type.typeName.type === 'Identifier' &&
    type.typeName.name === 'SafeText'
  );
}

function propertyOf(node: Extract<Node, { type: 'MemberExpression' }>): string | undefined {
  const { property } = node;
  if (property.type === 'Identifier' && !node.computed) return property.name;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}
