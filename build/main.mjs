// `npm run build`: the program and the library, after tsc has written their types.
import { bundle } from './bundle.mjs';

await bundle(true);
