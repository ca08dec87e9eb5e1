// Every way in which a file can reach another: imports, re-exports, dynamic imports and import types.
import { posix } from 'node:path';
import type { ParseResult } from 'oxc-parser';
import type { SourceFile } from './finding.js';
import { lineAt, parse, walk } from './syntax.js';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Erased by the compiler, so nothing is loaded when the program runs. */
  readonly typeOnly: boolean;
  /** A dynamic import whose specifier is no plain string, so that nobody can tell what it loads. */
  readonly computed: boolean;
  /** Loaded when the line is reached, and not with the file. */
  readonly dynamic: boolean;
  /** The file of this repository that is meant; undefined for packages and for Node's own modules. */
  readonly target: string | undefined;
}

type Raw = Omit<Import, 'line' | 'target'> & { readonly at: number };

export function importsOf(file: SourceFile): Import[] {
  const result = parse(file);
  const raw = [
    ...staticImports(result),
    ...reExports(result),
    ...dynamicImports(result, file.source),
    ...importTypes(result),
  ];
  return raw.map(({ at, ...rest }) => ({
    ...rest,
    line: lineAt(file.source, at),
    target: targetOf(file.path, rest.specifier),
  }));
}

/** `pure-rand/generator/x` is the package `pure-rand`; `@scope/name/x` is `@scope/name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function staticImports({ module }: ParseResult): Raw[] {
  return module.staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    computed: false,
    dynamic: false,
    at: start,
  }));
}

function reExports({ module }: ParseResult): Raw[] {
  return module.staticExports.flatMap(({ entries, start }) => {
    const from = entries.filter(({ moduleRequest }) => moduleRequest !== null);
    const specifier = from[0]?.moduleRequest?.value;
    if (specifier === undefined) return [];
    const typeOnly = from.every(({ isType }) => isType);
    return [{ specifier, typeOnly, computed: false, dynamic: false, at: start }];
  });
}

/** The specifier of a computed one is its source text. */
function dynamicImports({ module }: ParseResult, source: string): Raw[] {
  return module.dynamicImports.map(({ moduleRequest, start }) => {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    const plain = /^(['"`])([^'"`$]*)\1$/.exec(text)?.[2];
    return {
      specifier: plain ?? text,
      typeOnly: false,
      computed: plain === undefined,
      dynamic: true,
      at: start,
    };
  });
}

function importTypes({ program }: ParseResult): Raw[] {
  const found: Raw[] = [];
  walk(program, (node) => {
    if (node.type !== 'TSImportType') return;
    found.push({
      specifier: node.source.value,
      typeOnly: true,
      computed: false,
      dynamic: false,
      at: node.start,
    });
  });
  return found;
}

/** The compiler reads `./x.ts` where the source says `./x.js`. */
function targetOf(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
}
