import type { Feature } from '../contract/features.js';
import type { YamlDocument } from '../document/yaml-document.js';
import { type DialectProblem } from './problems.js';
import type { Samples } from './sample.js';
/** @param content the plain data of the document. */
export declare function readSamples(document: YamlDocument, content: object, without: ReadonlySet<Feature>, problems: DialectProblem[]): Samples;
