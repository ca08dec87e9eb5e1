// The services that trials are about, made of the files that come with the program.
import { join } from 'node:path';
import type { Result } from '../../document/diagnostic.js';
import type { InProcessOptions } from '../../lab/in-process/open-in-process.js';
import type { Trial } from '../../lab/self-test/trial.js';
import { loadDialect } from '../load/dialect.js';
import { loadFleet } from '../load/fleet.js';
import { loadVariants } from '../load/variants.js';
import { GALLERY } from '../package-files.js';

/** What the thread that tries is given. */
export interface TrialSetup {
  readonly cwd: string;
  /** The way to each service. */
  readonly over: 'calls' | 'sockets';
}

/** Reads once what all trials share. */
export function loadTrialServices({
  cwd,
  over,
}: TrialSetup): Result<(trial: Trial) => Result<InProcessOptions>> {
  const fleet = loadFleet(undefined, cwd);
  const usual = loadDialect('default', cwd);
  const diagnostics = [fleet, usual].flatMap((each) => (each.ok ? [] : each.diagnostics));
  if (!fleet.ok || !usual.ok) return { ok: false, diagnostics };
  const serviceOf = ({ defects, variants, dialect: spoken, seed }: Trial): Result<InProcessOptions> => {
    const manner = spoken === undefined ? usual : loadDialect(join(GALLERY, `${spoken}.yaml`), cwd);
    if (!manner.ok) return manner;
    const varied = loadVariants(variants, fleet.value.spec, cwd);
    if (!varied.ok) return varied;
    const { fleet: spec, declared, dialect = manner.value, faults, styles, shared } = varied.value;
    return {
      ok: true,
      value: {
        fleet: spec,
        declared,
        dialect,
        defects,
        faults,
        edges: styles.map(({ edge }) => edge),
        shared,
        seed,
        over,
      },
    };
  };
  return { ok: true, value: serviceOf };
}
