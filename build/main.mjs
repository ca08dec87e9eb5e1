<<<<<<< HEAD
// `npm run build`: the program and the library, after tsc has written their types, and what they need not read anew.
import { writeFile } from 'node:fs/promises';
=======
// `npm run build`: the program and the library, after tsc has written their types, and the page.
>>>>>>> main
import { bundle } from './bundle.mjs';
import { buildPage } from './page.mjs';

<<<<<<< HEAD
await bundle(true);
const { indexHeads } = await import('../dist/cli/load/head-index.js');
await writeFile(new URL('../dist/scenario-heads.json', import.meta.url), JSON.stringify(indexHeads()));
=======
await Promise.all([bundle(true), buildPage()]);
>>>>>>> main
