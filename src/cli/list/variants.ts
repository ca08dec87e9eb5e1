// The variants that come with the program: ways for a server to be different and right.
import type { Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
import { bundledVariants } from '../load/variants.js';
import type { List } from './list.js';

export function listVariants(io: Io): Result<List> {
  const variants = bundledVariants(io.cwd);
  if (!variants.ok) return variants;
  const { paint } = io.out;
  const lines = variants.value.flatMap(({ name, title, why }) => [
    `${paint.heading(name)}  ${title}`,
    paint.quiet(`    ${why}`),
  ]);
  const text = [...lines, '', `${variants.value.length} variants.`, ''].join('\n');
  return { ok: true, value: { data: variants.value, text } };
}
