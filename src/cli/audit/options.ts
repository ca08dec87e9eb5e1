// The options of `conform audit` as their rows have them.
import type { OptionsOf } from '../option-rows.js';

export type AuditOptions = OptionsOf<'audit'>;
