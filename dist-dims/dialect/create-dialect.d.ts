import type { YamlDocument } from '../document/yaml-document.js';
import type { Dialect } from './dialect.js';
import type { Report } from './problems.js';
import { type Samples } from './sample.js';
import type { Settings } from './settings.js';
/** Of use only when nothing was reported. */
export declare function createDialect(document: YamlDocument, settings: Settings, samples: Samples, report: Report): Dialect;
