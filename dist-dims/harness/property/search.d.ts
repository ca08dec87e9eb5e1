import type { SearchOptions, SearchResult } from './search-port.js';
export declare function search(options: SearchOptions): Promise<SearchResult>;
