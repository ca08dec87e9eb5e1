// `npm run build`: the program and the library, after tsc has written their types, the page, and what need not be read
// anew at each start.
import { writeFile } from 'node:fs/promises';
import { bundle } from './bundle.mjs';
import { buildPage } from './page.mjs';

await Promise.all([bundle(true), buildPage()]);
const { indexHeads } = await import('../dist/cli/load/head-index.js');
await writeFile(new URL('../dist/scenario-heads.json', import.meta.url), JSON.stringify(indexHeads()));
