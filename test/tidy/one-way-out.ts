// Nothing leaves the harness but through the gate (src/harness/safety/gate): who could reach the network or start a
// program lies in two folders, what lies there is called by those who ask the gate, and only the gate makes the mark.
import type { Node } from 'oxc-parser';
import type { Finding, Guard, SourceFile } from './finding.js';
import { globalsOf } from './globals.js';
import { importsOf, packageOf } from './imports.js';
import { lineAt, parse, walk } from './syntax.js';

const HARNESS = 'src/harness/';
const NETWORK = 'src/harness/target/network/';
const DRIVERS = 'src/harness/stimuli/drivers/';
const GATE = 'src/harness/safety/gate/gate.ts';
/** It asks the gate before it calls a driver. */
const CALLS_DRIVERS = 'src/harness/stimuli/create-stimuli.ts';

/** They say how, and send nothing. */
const HARMLESS: ReadonlySet<string> = new Set([`${NETWORK}settings.ts`, `${NETWORK}breakage.ts`]);

const WAYS_OUT: ReadonlySet<string> = new Set([
  ...['undici', 'ws', 'http', 'https', 'http2', 'net', 'tls', 'dgram', 'child_process', 'worker_threads'],
]);
const GLOBAL_WAYS: ReadonlySet<string> = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']);

export const oneWayOut: Guard = (files) =>
  files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((file) => [...waysOut(file), ...behindTheGate(file), ...marks(file)]);

function waysOut(file: SourceFile): Finding[] {
  const { path } = file;
  if (!path.startsWith(HARNESS) || path.startsWith(NETWORK) || path.startsWith(DRIVERS)) return [];
  const todo = `Let it lie in ${NETWORK} or ${DRIVERS}, behind the gate`;
  const imported = importsOf(file)
    .filter(({ specifier }) => WAYS_OUT.has(packageOf(specifier.replace(/^node:/, ''))))
    .map(({ specifier, line }) => ({ path, line, what: `imports ${specifier}`, todo }));
  const used = globalsOf(file)
    .filter(({ name }) => GLOBAL_WAYS.has(name) && imported.length === 0)
    .map(({ name, line }) => ({ path, line, what: `uses ${name}`, todo }));
  return [...imported, ...used];
}

/** The transports and the drivers themselves, whose types everybody may know. */
function behindTheGate(file: SourceFile): Finding[] {
  const { path } = file;
  if (!path.startsWith(HARNESS)) return [];
  return importsOf(file)
    .filter(({ target, typeOnly }) => !typeOnly && target !== undefined && isBehind(path, target))
    .map(({ target = '', line }) => ({
      path,
      line,
      what: `imports ${target}, which the gate does not stand before`,
      todo: 'Take a GatedTransport, or act through Stimuli',
    }));
}

function isBehind(path: string, target: string): boolean {
  if (target.startsWith(NETWORK))
    return !path.startsWith(NETWORK) && !path.startsWith(DRIVERS) && !HARMLESS.has(target);
  return target.startsWith(DRIVERS) && !path.startsWith(DRIVERS) && path !== CALLS_DRIVERS;
}

function marks(file: SourceFile): Finding[] {
  if (file.path === GATE) return [];
  const found: Finding[] = [];
  walk(parse(file).program, (node) => {
    if (!isMarked(node)) return;
    found.push({
      path: file.path,
      line: lineAt(file.source, node.start),
      what: 'calls a transport gated by an assertion',
      todo: `Get it from guard() of ${GATE}`,
    });
  });
  return found;
}

function isMarked(node: Node): boolean {
  if (node.type !== 'TSAsExpression' && node.type !== 'TSTypeAssertion') return false;
  const { typeAnnotation: type } = node;
  return (
    type.type === 'TSTypeReference' &&
    type.typeName.type === 'Identifier' &&
    type.typeName.name === 'GatedTransport'
  );
}
