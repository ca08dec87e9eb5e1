import type { StimuliSources } from './stimuli-sources.js';
import type { StimuliProfile } from './declaration.js';
import type { StimuliFile } from './declaration-schema.js';
export declare function readStimuli(file: StimuliFile, sources: StimuliSources): StimuliProfile;
