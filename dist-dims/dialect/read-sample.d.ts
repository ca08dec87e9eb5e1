import type { Path, YamlDocument } from '../document/yaml-document.js';
import type { Report } from './problems.js';
import type { Sample } from './sample.js';
/** The sample at `path` of the document. What cannot be read is reported, and is a broken part of the sample. */
export declare function readSample(document: YamlDocument, path: Path, value: unknown, report: Report): Sample;
