// `npm run build`: the program and the library, after tsc has written their types, the page, and what need not be read
// anew at each start.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { bundle, bundleScript } from './bundle.mjs';
import { noticesOf } from './notices.mjs';
import { buildPage } from './page.mjs';
import { pruneTypes } from './types.mjs';

const [{ metafile }] = await Promise.all([bundle(true), buildPage(), bundleScript()]);
await writeFile(new URL('../dist/licenses-of-parts.txt', import.meta.url), noticesOf(metafile));
const { writtenIndex } = await import('../dist/cli/load/scenarios.js');
await writeFile(new URL('../dist/scenarios.json', import.meta.url), writtenIndex());

pruneTypes();

// At the root of the package, where the first lines of YAML files name them.
const { schemaFiles } = await import('../dist/cli/schema/schema-files.js');
const schemas = new URL('../schemas/', import.meta.url);
await rm(schemas, { recursive: true, force: true });
await mkdir(schemas);
for (const [name, text] of Object.entries(await schemaFiles())) await writeFile(new URL(name, schemas), text);
