import type { Wire } from './declaration.js';
import type { StimuliSources } from './stimuli-sources.js';
/** A wire may only use a relay that may be switched, and an input has one wire. */
export declare function readWires(written: readonly Wire[], { document, devices, problems }: StimuliSources): readonly Wire[];
