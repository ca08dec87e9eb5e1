import { z } from 'zod';
import type { ReadingChannel } from '../../device/influences.js';
import type { FaultSite } from '../engine/site.js';
export declare const channels: z.ZodOptional<z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodInt]>>>;
/** Whether the fault acts on a channel; the trigger decides when the channel is read for the first time. */
export declare function createChannelGate(site: FaultSite, chosen: readonly (string | number)[] | undefined, effect: string): (deviceId: string) => (channel: ReadingChannel) => boolean;
/** Reads all channels of the devices that are in use, so that the fault begins there now; others begin when read. */
export declare function readAll(site: FaultSite): void;
