import { chooseDefects } from '../load/defects.js';
import { planFor } from './dry-run.js';
import { loadFleet } from '../load/fleet.js';
import { dialectFor, loadVariants } from '../load/variants.js';
export async function chooseService(options, io) {
    const fleet = loadFleet(options.fleet, io.cwd);
    const defects = await chooseDefects(options.defect ?? []);
    const varied = fleet.ok ? loadVariants(options.variant ?? [], fleet.value.spec, io.cwd) : fleet;
    if (!fleet.ok || !varied.ok) {
        const wrong = [fleet.ok ? varied : fleet, defects];
        return { ok: false, complaints: wrong.flatMap((each) => (each.ok ? [] : each.complaints)) };
    }
    const whole = { ...fleet.value, spec: varied.value.fleet };
    const dialect = dialectFor(options.dialect, varied.value, io.cwd);
    const plan = planFor(options.faults, { ok: true, value: whole }, io);
    const complaints = [dialect, defects, plan].flatMap((each) => (each.ok ? [] : each.complaints));
    if (!dialect.ok || !defects.ok || !plan.ok)
        return { ok: false, complaints };
    return {
        ok: true,
        value: {
            fleet: whole,
            dialect: dialect.value,
            defects: defects.value,
            variants: varied.value.titles,
            styles: varied.value.styles,
            faults: [...varied.value.faults, ...(plan.value?.faults ?? [])],
            plan: plan.value && (plan.value.about ?? options.faults),
        },
    };
}
