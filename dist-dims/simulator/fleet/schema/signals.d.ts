import { z } from 'zod';
import type { SignalSpec } from '../../device/signals/signal.js';
export type SignalSchema = z.ZodType<SignalSpec>;
/** Gives the text of a file that a fleet names; undefined when there is none. */
export type LoadText = (name: string) => string | undefined;
/** @param load where replays get the CSV files from that they name. */
export declare function signalSchema(load: LoadText): SignalSchema;
