import type { SafetyPort } from './run-options.js';
import type { Stimuli } from '../stimuli/stimuli.js';
type Used = Pick<Stimuli, 'open' | 'undoAll'>;
export declare function watched(stimuli: Used, safety: SafetyPort | undefined): Used;
export {};
