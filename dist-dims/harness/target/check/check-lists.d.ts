import type { Profile } from '../../profile/profile.js';
import { type CheckContext } from './context.js';
export type Listed = ReadonlySet<string> | undefined;
/** Ids of the devices that the client lists; undefined when there is no list to go by. */
export declare function checkList(context: CheckContext, client: string): Promise<Listed>;
export declare function mayAccess({ clients }: Profile, client: string, device: string): boolean;
