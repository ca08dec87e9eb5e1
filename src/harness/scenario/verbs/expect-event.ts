// `expectEvent: device.state.changed` with `on: [left, right]`: the event must come on each of them.
import { z } from 'zod';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { LONGEST_EVENT_PATIENCE } from '../../judge/invariant.js';
import { observe } from '../engine/checkpoint.js';
import type { Evaluation } from '../engine/evaluate.js';
import type { ExecutionContext } from '../engine/execution-context.js';
import {
  awaiting,
  cameElsewhere,
  eventName,
  evaluateWatch,
  noneOfTopic,
  noteDue,
  watch,
} from './event-lookout.js';
import { checkListening, exchangesSince, eventTopic, listening } from './event-fields.js';
import { noteLag } from './event-lag.js';
import { list } from '../language/modifiers.js';
import { defineVerb } from './verb.js';

const schema = z.strictObject({ expectEvent: eventTopic, ...awaiting, ...listening });

export const expectEvent = defineVerb<z.output<typeof schema>>({
  name: 'expectEvent',
  summary: 'An event must come on each of the connections; it may have come already, and more than once.',
  schema,
  capabilities: ['websocket'],
  device: (fields) => fields.device,
  captures: eventName,
  check: (fields, check) => checkListening(fields, check, true),
  run: async (fields, context, step) => {
    const watched = await watch(context, fields.expectEvent, fields, longerIn(context));
    if (context.signal.aborted) return { kind: 'interrupted' };
    const rules = fields.rule === undefined ? context.rules : list(fields.rule);
    if (SOON_AFTER.some((rule) => rules.includes(rule))) noteLag(context, fields.since, watched.found);
    for (const rule of OCCURRENCE.filter((each) => rules.includes(each)))
      noteDue(context, rule, list(fields.on), watched);
    const evaluation = evaluateWatch(context, watched);
    if (evaluation.by) context.notes.disturbed(evaluation.by, evaluation.actual);
    const elsewhere = evaluation.result === 'deviated' && cameElsewhere(context, watched);
    const rule = elsewhere ? [EVERY_CONNECTION] : brokenBy(rules, evaluation, noneOfTopic(context, watched));
    // Nothing bounds the time that an event may take: only one that never comes counts.
    return observe(
      context,
      step,
      { ...fields, confirm: true, rule },
      elsewhere
        ? { ...evaluation, actual: `${evaluation.actual}; another connection was sent it` }
        : evaluation,
      { exchanges: exchangesSince(context, fields.since) },
    );
  },
});

/** Where no such event came at all, the rules of what stands in one are not broken, as long as another one promises it. */
function brokenBy(rules: readonly string[], { result }: Evaluation, none: boolean): string[] {
  const promised = OCCURRENCE.filter((rule) => rules.includes(rule));
  return result === 'deviated' && none && promised.length > 0 ? promised : [...rules];
}

/** Of the attempts of a check, and those after it: of what does not come then, another attempt says no more. */
const LAST_ATTEMPT = 3;

function longerIn({ attempt }: ExecutionContext): number {
  return attempt < LAST_ATTEMPT ? 0 : LONGEST_EVENT_PATIENCE;
}

/** The event was emitted, so what is broken is that it reaches all connections. */
const EVERY_CONNECTION: RuleId = 'events.every-connection';

/** Of checks in which a relay is switched, and nothing happens later by itself. */
const SOON_AFTER: readonly RuleId[] = ['events.relay-changed', EVERY_CONNECTION];

/** The rules that promise that an event comes at all. */
const OCCURRENCE: readonly RuleId[] = [
  'events.relay-changed',
  'events.input-changed',
  'events.online',
  'events.offline',
  'events.power-lost',
  'events.power-restored',
  'events.rs485-received',
];
