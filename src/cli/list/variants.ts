// The variants that come with the program: ways for a server to be different and right.
import type { Result } from '../../document/diagnostic.js';
import type { Io } from '../io.js';
import { bundledVariants } from '../load/variants.js';
import { type PrintedList, listText } from './list.js';

export function listVariants(io: Io): Result<PrintedList> {
  const variants = bundledVariants(io.cwd);
  if (!variants.ok) return variants;
  const entries = variants.value.map(({ name, title, why }) => ({ name, title, notes: [why] }));
  const text = listText(entries, `${entries.length} variants.`, io);
  return { ok: true, value: { data: variants.value, text } };
}
