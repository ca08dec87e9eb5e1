import { type Keyword } from './keyword.js';
export declare const LIST_KEYWORDS: Readonly<Record<string, Keyword>>;
