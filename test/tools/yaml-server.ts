// The YAML language server that editors use, as a process that is spoken to as an editor does.
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const TOOLS = resolve('build/tools');
const ofTools = createRequire(join(TOOLS, 'package.json'));

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface EditorDiagnostic {
  readonly message: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

export interface YamlServer {
  /** What the server finds wrong in a text that an editor has opened under this path. */
  diagnose(path: string, text: string): Promise<readonly EditorDiagnostic[]>;
  /** The completions at the `|` of the text, by label, with what is shown beside each. */
  complete(path: string, marked: string): Promise<ReadonlyMap<string, string>>;
  /** What is shown over the `|` of the text. */
  hover(path: string, marked: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startYamlServer(): Promise<YamlServer> {
  const program = join(TOOLS, 'node_modules/.bin/yaml-language-server');
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const rpc = ofTools('vscode-jsonrpc/node');
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  const waiting = new Map<string, (found: readonly EditorDiagnostic[]) => void>();
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { uri: string; diagnostics: readonly EditorDiagnostic[] }) =>
      waiting.get(uri)?.(diagnostics),
  );
  // Nothing from the web: what a file names is found beside it, or not at all.
  const settings = {
    yaml: { schemaStore: { enable: false }, validate: true, completion: true, hover: true },
  };
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly { section: string }[] }) =>
    items.map(({ section }) => (section === 'yaml' ? settings.yaml : {})),
  );
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  const markdown = ['markdown', 'plaintext'];
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(resolve('.')).href,
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        publishDiagnostics: {},
        hover: { contentFormat: markdown },
        completion: { completionItem: { documentationFormat: markdown, snippetSupport: true } },
      },
    },
  });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('workspace/didChangeConfiguration', { settings });

  let opened = 0;
  const open = async (path: string, text: string): Promise<string> => {
    opened += 1;
    const uri = pathToFileURL(`${resolve(path).replace(/\.yaml$/, '')}.${opened}.yaml`).href;
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    return uri;
  };
  const ask = async (method: string, path: string, marked: string) => {
    const before = marked.slice(0, marked.indexOf('|')).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const uri = await open(path, marked.replace('|', ''));
    return connection.sendRequest(method, { textDocument: { uri }, position });
  };
  return {
    diagnose: (path, text) =>
      new Promise((done) => {
        opened += 1;
        const uri = pathToFileURL(`${resolve(path).replace(/\.yaml$/, '')}.${opened}.yaml`).href;
        waiting.set(uri, done);
        void connection.sendNotification('textDocument/didOpen', {
          textDocument: { uri, languageId: 'yaml', version: 1, text },
        });
      }),
    complete: async (path, marked) => {
      const { items } = await ask('textDocument/completion', path, marked);
      return new Map(items.map((item: Completion) => [item.label, textOf(item.documentation)]));
    },
    hover: async (path, marked) => textOf((await ask('textDocument/hover', path, marked))?.contents),
    stop: () => stop(child, connection),
  };
}

interface Completion {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
}

function textOf(content: string | { readonly value: string } | undefined): string {
  return typeof content === 'string' ? content : (content?.value ?? '');
}

async function stop(child: ChildProcess, connection: { dispose(): void }): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  connection.dispose();
  child.kill();
  await ended;
}
