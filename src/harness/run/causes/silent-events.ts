// Events of one topic, or of all of them, that no connection of the run was ever sent: one fault, whatever was to cause
// them.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { CheckResult, Finding } from '../../verdict/verdict.js';
import { isBreach, type WideCause } from './wide-cause.js';

/** The rule that promises events of a topic; of two, the one that is broken comes first. */
const PROMISES: readonly (readonly [topic: string, rules: readonly RuleId[]])[] = [
  ['device.state.changed', ['events.relay-changed', 'events.input-changed']],
  ['device.connection.online', ['events.online']],
  ['device.connection.offline', ['events.offline']],
  ['device.power.lost', ['events.power-lost']],
  ['device.power.restored', ['events.power-restored']],
  ['device.rs485.received', ['events.rs485-received']],
];

/** @param heard topics of which an event came, anywhere in the run. */
export function silentEvents(
  results: readonly CheckResult[],
  heard: ReadonlySet<string>,
): readonly WideCause[] {
  // What could not be read may have been such an event.
  if (results.some(({ trace }) => trace.some((record) => record.kind === 'stray'))) return [];
  const missed = new Map<string, Set<RuleId>>();
  for (const { findings } of results) {
    for (const finding of findings.filter(isBreach)) {
      const topic = awaitedIn(finding);
      if (topic === undefined || heard.has(topic)) continue;
      missed.set(topic, (missed.get(topic) ?? new Set()).add(finding.rule));
    }
  }
  if (missed.size > 1 && heard.size === 0) return [cause('events.every-connection', [...missed.keys()])];
  return PROMISES.flatMap(([topic, rules]) => {
    const broken = missed.get(topic);
    const rule = rules.find((each) => broken?.has(each));
    return broken !== undefined && broken.size > 1 && rule !== undefined ? [cause(rule, [topic])] : [];
  });
}

function cause(rule: RuleId, topics: readonly string[]): WideCause {
  const [topic] = topics;
  const all = topics.length > 1;
  return {
    rule,
    where: 'all connections of the run',
    expected: all ? 'events on open connections' : `the event ${topic} on open connections`,
    actual: all
      ? `no event of any topic ever came; ${topics.join(', ')} were waited for`
      : `no event ${topic} ever came, whatever was to cause it`,
    never: all ? 'no event ever came' : `no event ${topic} ever came`,
    rests: (finding) => topics.includes(awaitedIn(finding) ?? ''),
  };
}

/** The topic of the event that a step waited for. */
function awaitedIn({ where }: Finding): string | undefined {
  return /^line \d+: expectEvent (\S+)/.exec(where)?.[1];
}
