// Scripts of `--save-repro` without a process of their own: on a simulator behind sockets, in virtual time.
import { allDefects } from '../../../src/simulator/defects/registry.js';
import { actEnvironment } from '../../../src/cli/repro/acts.js';
import { buildReproPlan, repeatable, secretVariable } from '../../../src/cli/repro/build-plan.js';
import type { ReproPlan } from '../../../src/cli/repro/plan.js';
import { playRepro, REPRO_EXIT } from '../../../src/cli/repro/player.js';
import { loadDialect } from '../../../src/cli/load/dialect.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import type { Result } from '../../../src/document/diagnostic.js';
import type { Profile } from '../../../src/harness/profile/profile.js';
import { type CheckResult, type Finding, isBreach } from '../../../src/harness/verdict/verdict.js';
import { withWitnesses } from '../../../src/harness/witness/witness.js';
import { openInProcess, runInProcess } from '../../../src/lab/in-process/open-in-process.js';
import { verifiedResult } from '../../../src/lab/second-opinion.js';
import { KILLERS } from '../../self-test/known-killers.js';
import { SCENARIOS } from '../../self-test/run-in-virtual-time.js';

const FLEET = required(loadFleet(undefined, process.cwd())).spec;
const DIALECT = required(loadDialect('default', process.cwd()));
/** Checks of a defect that are tried, and scripts that have not shown it. */
const MOST = 4;

export interface Outcome {
  /** Why there is no script; empty where there is one. */
  readonly why: string;
  /** How the script ended where the defect is, and where it is not. */
  readonly ended: readonly [wrong: number, right: number];
  readonly said: readonly string[];
}

interface Found {
  readonly check: CheckResult;
  readonly finding: Finding;
}

/** The script of a defect, as a run would hand it over. */
export async function scriptOf(id: string): Promise<Outcome> {
  const rule = allDefects().find((each) => each.id === id)?.rule;
  const only = (KILLERS.get(id) ?? []).slice(0, MOST);
  const selection = only.length > 0 || rule === undefined ? { only } : { rules: [rule] };
  const ran = required(
    await runInProcess({ fleet: FLEET, dialect: DIALECT, defects: [id] }, SCENARIOS, selection),
  );
  const { profile, result } = ran;
  const { checks } = verifiedResult({ ...result, checks: result.checks.map(withWitnesses) }, profile);
  const found = checks.flatMap((check): Found[] =>
    check.findings
      .filter((each) => isBreach(each) && each.witness && each.rule === rule)
      .map((finding) => ({ check, finding })),
  );
  let last: Outcome = { why: 'no check has found it', ended: [-1, -1], said: [] };
  let missed = 0;
  for (const { why, plan } of found.toSorted(byWitness).flatMap((each) => plansOf(each, profile))) {
    if (plan === undefined) {
      if (missed === 0) last = { ...last, why };
      continue;
    }
    const wrong = await play(plan, profile, [id]);
    last = { why: '', ended: [wrong.ended, -1], said: wrong.said };
    if (wrong.ended === REPRO_EXIT.shown) {
      const right = await play(plan, profile, []);
      return { why: '', ended: [wrong.ended, right.ended], said: [...wrong.said, ...right.said] };
    }
    if (++missed === MOST) break;
  }
  return last;
}

const byWitness = (one: Found, other: Found): number =>
  (one.finding.witness?.records.length ?? 0) - (other.finding.witness?.records.length ?? 0);

function plansOf(
  found: Found,
  profile: Profile,
): { readonly why: string; readonly plan: ReproPlan | undefined }[] {
  const parts = repeatable({ ...found, profile });
  const addresses = { baseUrl: profile.baseUrl, websocketUrl: profile.websocketUrl };
  return parts.map((records) => {
    const source = { ...found, profile, dialect: DIALECT, ...addresses };
    const built = buildReproPlan(source, records, records === parts.at(-1));
    return built.ok ? { why: '', plan: built.plan } : { why: built.why, plan: undefined };
  });
}

async function play(plan: ReproPlan, profile: Profile, defects: readonly string[]) {
  const { open, clock } = await openInProcess({ fleet: FLEET, dialect: DIALECT, defects, over: 'sockets' });
  const said: string[] = [];
  const secrets = Object.entries(profile.clients).map(([name, client]) => [
    secretVariable(name, client),
    client.clientSecret,
  ]);
  const env = {
    ...(Object.fromEntries(secrets) as Record<string, string>),
    ...(plan.managed && { [plan.managed.passwordEnv]: profile.management?.password ?? '' }),
    ...actEnvironment(plan, open.profile),
  };
  const { baseUrl, websocketUrl } = open.profile;
  try {
    const signal = new AbortController().signal;
    const say = (line: string): number => said.push(line);
    const ended = await clock.runUntil(
      playRepro({ ...plan, baseUrl, websocketUrl }, { env, say, signal, clock }),
    );
    return { ended, said };
  } finally {
    await open.close();
  }
}

function required<T>(outcome: Result<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.diagnostics));
}
