import type { Path, YamlDocument } from './yaml-document.js';
/** The value at `path`, with the places of the whole. */
export declare function partOf(document: YamlDocument, path: Path): YamlDocument;
