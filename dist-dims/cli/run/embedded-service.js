import { chooseDefects } from '../load/defects.js';
import { loadFleet } from '../load/fleet.js';
import { dialectFor, loadVariants } from '../load/variants.js';
export async function embeddedService(names, cwd) {
    const fleet = loadFleet(names.fleet, cwd);
    const defects = await chooseDefects(names.defect ?? []);
    const varied = fleet.ok ? loadVariants(names.variant ?? [], fleet.value.spec, cwd) : fleet;
    const dialect = varied.ok ? dialectFor(names.dialect, varied.value, cwd) : varied;
    const complaints = [dialect, defects].flatMap((each) => (each.ok ? [] : each.complaints));
    if (!varied.ok || !dialect.ok || !defects.ok)
        return { ok: false, complaints };
    const { fleet: spec, declared, faults, styles, shared } = varied.value;
    return {
        ok: true,
        value: {
            fleet: spec,
            declared,
            dialect: dialect.value,
            defects: defects.value.map(({ id }) => id),
            faults,
            decorations: styles,
            shared: shared ?? false,
            ...(names.seed === undefined ? {} : { seed: names.seed }),
        },
    };
}
