// `--rerun-failed report.json`: what failed in an earlier run, as names for this one.
import { resolve } from 'node:path';
import { z } from 'zod';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import { PROPERTIES } from '../../harness/property/properties.js';
import { pathKind } from '../files.js';
import type { Io } from '../io.js';
import { loadReport } from '../load/report.js';
import { bundledHeads } from '../load/scenario-heads.js';
import { isBundled } from '../package-files.js';

export interface FailedBefore {
  /** Ids, and the files of those that do not come with the program. */
  readonly names: readonly string[];
  /** The same chance as then. */
  readonly seed: number;
  /** Places of the random programs that showed a failure, in ascending order; all when undefined. */
  readonly only?: readonly number[];
  /** What failed then and is no check that can be run by itself. */
  readonly leftOut: readonly string[];
}

const failedReport = z.looseObject({
  seed: z.int().min(0),
  checks: z.array(
    z.looseObject({
      id: z.string(),
      verdict: z.string(),
      file: z.string().optional(),
      program: z.looseObject({ index: z.int().min(0) }).optional(),
    }),
  ),
});
type Failed = z.infer<typeof failedReport>['checks'][number];

export async function failedBefore(report: string, { cwd }: Pick<Io, 'cwd'>): Promise<Result<FailedBefore>> {
  const read = loadReport(report, failedReport, { cwd });
  if (!read.ok) return read;
  const { seed, checks } = read.value;
  const failed = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  if (failed.length === 0)
    return refuseInput(
      `nothing failed in ${report}: there is nothing to run again`,
      'conform run runs everything.',
    );
  const heads = await bundledHeads(cwd, () => true);
  if (!heads.ok) return heads;
  const known = new Set([
    ...heads.value.flatMap(({ id, cases }) => [id, ...cases.map((each) => each.id)]),
    ...PROPERTIES.map(({ id }) => id),
  ]);
  const ownFile = ({ file }: Failed): readonly string[] =>
    file !== undefined && isOwn(file, cwd) ? [file] : [];
  const [runnable, leftOut] = [
    failed.filter((each) => known.has(each.id) || ownFile(each).length > 0),
    failed.filter((each) => !known.has(each.id) && ownFile(each).length === 0),
  ];
  if (runnable.length === 0) {
    const ids = leftOut.map(({ id }) => id).join(', ');
    return refuseInput(
      `what failed in ${report} is no check that can be run by itself: ${ids}`,
      'conform run runs everything.',
    );
  }
  const only = placesOf(runnable);
  return {
    ok: true,
    value: {
      names: [...new Set(runnable.flatMap(ownFile)), ...new Set(runnable.map(({ id }) => id))],
      seed,
      ...(only && { only }),
      leftOut: leftOut.map(({ id }) => id),
    },
  };
}

/** A scenario of the user that is still there. */
function isOwn(file: string, cwd: string): boolean {
  const path = resolve(cwd, file);
  return pathKind(path) === 'file' && !isBundled(path);
}

function placesOf(failed: readonly Failed[]): readonly number[] | undefined {
  const isProperty = ({ id }: Failed): boolean => PROPERTIES.some((each) => each.id === id);
  const places = failed.filter(isProperty).map(({ program }) => program?.index);
  const found = places.flatMap((place) => (place === undefined ? [] : [place]));
  if (places.length === 0 || found.length < places.length) return undefined;
  return [...new Set(found)].toSorted((a, b) => a - b);
}
