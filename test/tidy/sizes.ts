// How long files and functions may be.
import type { ArrowFunctionExpression, Function, Node } from 'oxc-parser';
import type { Guard, SourceFile } from './finding.js';
import { lineAt, lineCount, parse, walk } from './syntax.js';

const LONGEST_FILE = 400;
/** Files of one kind are one file, as long as it is read in one go: more small files would be no gain. */
const MEDIAN_FILE = 150;
const LONGEST_FUNCTION = 69;

/** The rule catalogue is a table: it grows with the contract, and splitting it would only hide rows. */
const DATA_TABLES = 'src/contract/rules/';

export const shortFiles: Guard = (files) =>
  files
    .filter(({ path }) => !path.startsWith(DATA_TABLES))
    .map(({ path, source }) => ({ path, line: lineCount(source) }))
    .filter(({ line }) => line > LONGEST_FILE)
    .map(({ path, line }) => ({
      path,
      line,
      what: `is ${line} lines long, over the limit of ${LONGEST_FILE}`,
      todo: 'Split it: one concept a file',
    }));

/** One finding for the lot, at the longest file. */
export const shortMedian: Guard = (files) => {
  const sizes = files
    .map(({ path, source }) => ({ path, line: lineCount(source) }))
    .toSorted((a, b) => a.line - b.line);
  const median = sizes[sizes.length >> 1];
  const longest = sizes.at(-1);
  if (!median || !longest || median.line < MEDIAN_FILE) return [];
  const what = `the median of ${sizes.length} files is ${median.line} lines, not under ${MEDIAN_FILE}`;
  return [{ ...longest, what, todo: 'Split the longest files, beginning with this one' }];
};

export const shortFunctions: Guard = (files) => files.flatMap(longFunctions);

function longFunctions(file: SourceFile): ReturnType<Guard> {
  const found: ReturnType<Guard> = [];
  walk(parse(file).program, (node, place) => {
    if (!isFunction(node)) return;
    const line = lineAt(file.source, node.start);
    const length = lineAt(file.source, node.end) - line + 1;
    if (length <= LONGEST_FUNCTION) return;
    const what = `the function ${nameOf(node, place?.parent)} is ${length} lines long, over ${LONGEST_FUNCTION}`;
    found.push({ path: file.path, line, what, todo: 'Give its steps names of their own' });
  });
  return found;
}

type FunctionNode = Function | ArrowFunctionExpression;

function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

function nameOf(node: FunctionNode, parent: Node | undefined): string {
  if (node.id) return node.id.name;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  if (
    (parent?.type === 'MethodDefinition' || parent?.type === 'Property') &&
    parent.key.type === 'Identifier'
  )
    return parent.key.name;
  return 'without a name';
}
