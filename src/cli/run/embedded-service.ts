// The simulator of a run without a target, by the names that the command line gives. Any thread can make the same
// one of the same names.
import type { Result } from '../../document/diagnostic.js';
import type { InProcessOptions } from '../../lab/in-process/in-process-options.js';
import { chooseDefects } from '../load/defects.js';
import { loadFleet } from '../load/fleet.js';
import { dialectFor, loadVariants } from '../load/variants.js';
import type { TargetOptions } from './run-options.js';

/** Plain data. */
export type ServiceNames = Pick<TargetOptions, 'fleet' | 'dialect' | 'variant' | 'defect' | 'seed'>;

export async function embeddedService(
  names: ServiceNames,
  cwd: string,
): Promise<Result<InProcessOptions & Required<Pick<InProcessOptions, 'declared'>>>> {
  const fleet = loadFleet(names.fleet, cwd);
  const defects = await chooseDefects(names.defect ?? []);
  const varied = fleet.ok ? loadVariants(names.variant ?? [], fleet.value.spec, cwd) : fleet;
  const dialect = varied.ok ? dialectFor(names.dialect, varied.value, cwd) : varied;
  const diagnostics = [dialect, defects].flatMap((each) => (each.ok ? [] : each.diagnostics));
  if (!varied.ok || !dialect.ok || !defects.ok) return { ok: false, diagnostics };
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
