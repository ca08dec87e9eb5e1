import { bundledVariants } from '../load/variants.js';
import { listText } from './list.js';
export function listVariants(io) {
    const variants = bundledVariants(io.cwd);
    if (!variants.ok)
        return variants;
    const entries = variants.value.map(({ name, title, why }) => ({ name, title, notes: [why] }));
    const text = listText(entries, `${entries.length} variants.`, io);
    return { ok: true, value: { data: variants.value, text } };
}
