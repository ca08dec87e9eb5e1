// What a step does is said by its verb (src/harness/scenario/verbs/verb.ts): nobody else in the harness asks for a
// verb by its name, so that a new verb changes its own file and the registry only.
import type { Node } from 'oxc-parser';
import type { Finding, Guard, SourceFile } from './finding.js';
import { lineAt, parse, walk } from './syntax.js';

const HARNESS = 'src/harness/';
const VERBS = 'src/harness/scenario/verbs/';

/** @param names of all verbs. */
export function noVerbNames(names: readonly string[]): Guard {
  const verbs = new Set(names);
  return (files) =>
    files
      .filter(({ path }) => path.startsWith(HARNESS) && !path.startsWith(VERBS))
      .flatMap((file) => findingsIn(file, verbs));
}

function findingsIn(file: SourceFile, verbs: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  walk(parse(file).program, (node) => {
    const how = usedAs(node, verbs);
    if (how === undefined) return;
    findings.push({
      path: file.path,
      line: lineAt(file.source, node.start),
      what: how,
      todo: 'Read a fact of the verb, or add one to StepFacts in src/harness/scenario/verbs/verb.ts',
    });
  });
  return findings;
}

function usedAs(node: Node, verbs: ReadonlySet<string>): string | undefined {
  const nameIn = (part: Node | null): string | undefined =>
    part?.type === 'Literal' && typeof part.value === 'string' && verbs.has(part.value)
      ? part.value
      : undefined;
  if (node.type === 'ArrayExpression') {
    const listed = node.elements.flatMap((each) => nameIn(each) ?? []);
    return listed.length > 1 ? `lists the verbs ${listed.join(', ')}` : undefined;
  }
  if (node.type === 'MemberExpression' && node.computed) {
    const name = nameIn(node.property);
    return name && `reads the key of the verb ${name}`;
  }
  if (node.type !== 'BinaryExpression') return undefined;
  if (node.operator === 'in') {
    const name = nameIn(node.left);
    return name && `asks whether a step is a ${name}`;
  }
  const compared = node.operator === '===' || node.operator === '!==';
  if (!compared || !(isVerb(node.left) || isVerb(node.right))) return undefined;
  const name = nameIn(node.left) ?? nameIn(node.right);
  return name && `compares a verb with ${name}`;
}

/** `verb`, `step.verb` or the name of either. */
function isVerb(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'verb';
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return false;
  return node.property.name === 'verb' || (node.property.name === 'name' && isVerb(node.object));
}
