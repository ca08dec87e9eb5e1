import type { TraceRecord } from '../../trace/record.js';
import type { DeviceFacts } from './facts.js';
/** Why devices cannot simply be used again, by their names in the profile. */
export declare function doubtsAbout(devices: readonly DeviceFacts[], records: readonly TraceRecord[], mark: string): ReadonlyMap<string, string>;
