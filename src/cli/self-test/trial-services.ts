// The services that trials are about, made of the files that come with the program.
import type { Dialect } from '../../dialect/dialect.js';
import { allOf, type Result } from '../../document/diagnostic.js';
import type { InProcessOptions } from '../../lab/in-process/open-in-process.js';
import type { Trial } from '../../lab/self-test/trial.js';
import { loadDialect } from '../load/dialect.js';
import { loadFleet } from '../load/fleet.js';
import { loadVariants } from '../load/variants.js';

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
  const read = allOf({ fleet: loadFleet(undefined, cwd), usual: loadDialect('default', cwd) });
  if (!read.ok) return read;
  const { fleet, usual } = read.value;
  const serviceOf = ({ defects, variants, dialect: spoken, seed }: Trial): Result<InProcessOptions> => {
    const manner: Result<Dialect> =
      spoken === undefined ? { ok: true, value: usual } : loadDialect(spoken, cwd);
    if (!manner.ok) return manner;
    const varied = loadVariants(variants, fleet.spec, cwd);
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
