import { type Keyword } from './keyword.js';
export declare const SCALAR_KEYWORDS: Readonly<Record<string, Keyword>>;
