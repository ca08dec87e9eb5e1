// An audit in virtual time. Nothing waits, nothing is late, and an audit with the same seed is the same. What is found
// there is looked at once more in the time of this machine: a key that is made of the time is not unique where time
// stands still.
import { delimiter } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CALM, type ClientBreach, dayIdOf, type Ruling } from '../../audit/rules/ruling.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import { refuseInput, type Result } from '../../document/diagnostic.js';
import type { Audited, Lateness } from '../../lab/audit/run-audit.js';
import { openClientTime } from '../../lab/virtual-time/client-time.js';
import { cut } from '../../report/exchanges.js';
import { PRELOADED } from '../package-files.js';
import { auditIn, type AuditParts, type AuditTime, type Variables } from './audit-in-time.js';
import type { ChosenAudit } from './choose.js';

export async function virtualAudit(
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: AuditTime,
): Promise<Result<Audited>> {
  const first = await auditInVirtualTime(chosen, parts, inRealTime);
  return first.ok
    ? { ok: true, value: await confirmedAudit(first.value, brokenIn(first.value), chosen, parts, inRealTime) }
    : first;
}

export function brokenIn({ ruled }: Audited): readonly ClientRuleId[] {
  return [...ruled.rulings].flatMap(([rule, { kind }]) => (kind === 'broken' ? [rule] : []));
}

/** What real time says of these rules, which were broken in virtual time, on the days on which they were. */
export async function confirmedAudit(
  first: Audited,
  rules: readonly ClientRuleId[],
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: AuditTime,
): Promise<Audited> {
  if (rules.length === 0 || inRealTime.signal.aborted) return withRealTime(first, rules, undefined);
  const breaches = rules.flatMap((rule) => {
    const ruling = first.ruled.rulings.get(rule);
    return ruling?.kind === 'broken' ? ruling.breaches : [];
  });
  const names = new Set(breaches.map(({ day }) => dayIdOf(day)));
  const days = chosen.days.filter(({ day: { id } }) => id === CALM || names.has(id));
  parts.progress.say(`${rules.join(', ')}: once more, in real time, on ${[...names].join(', ')}`);
  return withRealTime(first, rules, await auditIn({ ...chosen, days, rules }, parts, inRealTime));
}

/** Clock time in ms at which each audit in virtual time begins. */
const BEGINNING = Date.UTC(2026, 0, 1);
const NEVER_LATE: Lateness = { spans: [], calm: () => Promise.resolve(), stop: () => undefined };

export async function auditInVirtualTime(
  chosen: ChosenAudit,
  parts: AuditParts,
  inRealTime: Pick<AuditTime, 'signal'>,
  mayRepeat = true,
): Promise<Result<Audited>> {
  const virtual = await openClientTime(BEGINNING);
  let value: Audited;
  try {
    const signal = AbortSignal.any([inRealTime.signal, virtual.signal]);
    const start: AuditTime['start'] = (name, begin) =>
      virtual.start(name, (variables) => begin({ ...variables, ...preloaded(parts.io.env, chosen.env) }));
    const time = { clock: virtual.clock, lateness: NEVER_LATE, signal, start };
    value = await auditIn(chosen, parts, time, mayRepeat);
  } finally {
    await virtual.close();
  }
  return virtual.problem === undefined
    ? { ok: true, value }
    : refuseInput(virtual.problem, 'Without --virtual it is audited in real time.');
}

/** Node and Python load these before the program of the client. */
function preloaded(own: Readonly<Record<string, string | undefined>>, env: Variables): Variables {
  const options = env['NODE_OPTIONS'] ?? own['NODE_OPTIONS'] ?? '';
  const path = env['PYTHONPATH'] ?? own['PYTHONPATH'];
  return {
    NODE_OPTIONS: `${options} --import ${JSON.stringify(pathToFileURL(PRELOADED.node).href)}`.trim(),
    // Python would write beside the file.
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: [PRELOADED.python, ...(path === undefined ? [] : [path])].join(delimiter),
  };
}

/** @param real undefined where there was no time for it. @param of what the days are called beside others. */
export function withRealTime(
  first: Audited,
  rules: readonly ClientRuleId[],
  real: Audited | undefined,
  of = '',
): Audited {
  const named = (day: string): string => `${day} (real time${of})`;
  const rulings = new Map(first.ruled.rulings);
  for (const rule of rules) {
    const inReal = real?.ruled.rulings.get(rule);
    const before = rulings.get(rule);
    if (before?.kind === 'broken') rulings.set(rule, weighed(before, inReal && inRealTimeOf(inReal, named)));
  }
  const again = [...(real?.days ?? []), ...(real?.again ?? [])];
  return {
    ...first,
    ruled: { ...first.ruled, rulings },
    again: [...first.again, ...again.map((day) => ({ ...day, name: named(day.name) }))],
  };
}

function inRealTimeOf(ruling: Ruling, name: (day: string) => string): Ruling {
  const named = (each: ClientBreach): ClientBreach => ({ ...each, day: name(each.day) });
  if (ruling.kind === 'broken') return { ...ruling, breaches: ruling.breaches.map(named) };
  return ruling.kind === 'undecided' ? { ...ruling, seen: ruling.seen.map(named) } : ruling;
}

function weighed(before: Broken, inReal: Ruling | undefined): Ruling {
  if (inReal?.kind === 'broken') return inReal;
  const [breach] = before.breaches;
  const seen = `on ${breach?.day}: ${cut(breach?.done ?? '', LONGEST_BREACH)}`;
  const why = `it was broken in virtual time only (${seen})`;
  return { kind: 'undecided', n: before.n, why, todo: 'audit it without --virtual', seen: [] };
}

type Broken = Extract<Ruling, { kind: 'broken' }>;

const LONGEST_BREACH = 120;
