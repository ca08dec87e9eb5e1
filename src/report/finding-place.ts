// Where a finding was made, as a place in the scenario's file that editors and CI services can open.
import type { CheckResult, Finding } from '../harness/verdict/verdict.js';

export interface FindingPlace {
  readonly file?: string;
  readonly line?: number;
  /** The step, or the invariant that spoke. */
  readonly step: string;
}

const LINE = /^line (\d+): /;

/** A step says its own line; an invariant speaks of the whole check. */
export function placeOfFinding({ place }: CheckResult, { where }: Finding): FindingPlace {
  if (!place) return { step: where };
  const line = LINE.exec(where)?.[1];
  return {
    file: place.file,
    line: line === undefined ? place.line : Number(line),
    step: where.replace(LINE, ''),
  };
}

/** `scenarios/refresh/shared-budget.yaml:12, refresh plant via main`. */
export function placeWords(check: CheckResult, finding: Finding): string {
  const { file, line, step } = placeOfFinding(check, finding);
  return file === undefined ? step : `${file}:${line}, ${step}`;
}
