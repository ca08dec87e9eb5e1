import { z } from 'zod';
import type { Rs485Spec } from '../../device/rs485/rs485-spec.js';
import type { SignalSchema } from './signals.js';
export declare function rs485Schema(signal: SignalSchema): z.ZodType<Rs485Spec>;
