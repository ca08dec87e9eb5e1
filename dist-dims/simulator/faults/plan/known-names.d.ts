import type { Problem } from '../../../document/problem.js';
import type { YamlDocument } from '../../../document/yaml-document.js';
import type { Fleet } from '../../fleet/fleet.js';
import type { Selector } from '../selector.js';
export type KnownNames = Pick<Fleet, 'has' | 'count' | 'list' | 'profiles' | 'clients'>;
/** Patterns are not checked, as they may be meant for devices that are added later. */
export declare function namesProblems(document: YamlDocument, selector: Selector, known: KnownNames): Problem[];
