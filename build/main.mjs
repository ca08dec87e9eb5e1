// `npm run build`: the program and the library, after tsc has written their types, and the page.
import { bundle } from './bundle.mjs';
import { buildPage } from './page.mjs';

await Promise.all([bundle(true), buildPage()]);
