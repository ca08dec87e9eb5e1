// Defects by their ids, made anew for each life of the cloud. They are many, and are loaded only where one is
// asked for: most simulators have none.
import { assert } from '../kernel/assert.js';
/** @param ids unknown ones are a bug of the caller. */
export async function loadDefects(ids) {
    if (ids.length === 0)
        return () => [];
    const { findDefect } = await import('./defects/registry.js');
    const defects = ids.map((id) => {
        const found = findDefect(id);
        assert(found, `there is no defect ${id}`);
        return found;
    });
    return () => defects.map((defect) => defect.decorate());
}
