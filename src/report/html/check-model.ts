// One check as the HTML report shows it: what was found, when everything happened, and every exchange in words. Of what
// passed only the verdict is kept: nobody looks for the trace of it here.
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { formatDuration } from '../../kernel/duration.js';
import { boundedTrace } from '../bounded-trace.js';
import { answerLine, exchangesOf, receivedPart, requestLine, senderOf, sentPart } from '../exchanges.js';
import { gist } from '../gist.js';
import { nameWords } from '../name-words.js';
import type { ReportContext } from '../report-context.js';
import { curlLine, repeatCommand } from '../shell.js';
import type { CheckModel, ExchangeModel, FindingModel } from './report-model.js';
import { timelineOf } from './timeline.js';

/** In characters of JSON. */
const BODY_LENGTH = 600;
/** More say nothing new. */
const MOST_FINDINGS = 100;

/** @param room for the trace, in characters of JSON. */
export function checkModel(
  check: CheckResult,
  seed: number,
  context: ReportContext,
  room: number,
): CheckModel {
  const { id, area, title, about, verdict, reason, rules, place, attempts, program } = check;
  const names = nameWords(check);
  return {
    id,
    area,
    title,
    ...(about !== undefined && isWorthShowing(check) && { about }),
    ...(names !== undefined && isWorthShowing(check) && { names }),
    verdict,
    ...(reason !== undefined && { reason }),
    rules,
    ...(place && { place: `${place.file}:${place.line}` }),
    attempts,
    took: verdict === 'skipped' ? '' : formatDuration(check.endedAt - check.startedAt),
    findings: worstFirst(check),
    ...(isWorthShowing(check) && tracePart(check, context, room)),
    ...(program && {
      program: {
        index: program.index,
        operations: program.operations,
        steps: program.steps.map((step) => step.trim()),
        yaml: program.yaml,
      },
    }),
    repeat: isWorthShowing(check) ? repeatCommand([check], seed, context) : '',
  };
}

const isWorthShowing = ({ verdict }: CheckResult): boolean => verdict !== 'pass' && verdict !== 'skipped';

const ORDER: readonly Finding['verdict'][] = ['fail', 'warn', 'waived', 'known', 'inconclusive'];

function worstFirst({ findings }: CheckResult): FindingModel[] {
  return ORDER.flatMap((kind) => findings.filter(({ verdict }) => verdict === kind)).slice(0, MOST_FINDINGS);
}

function tracePart(
  check: CheckResult,
  context: ReportContext,
  room: number,
): Pick<CheckModel, 'timeline' | 'exchanges' | 'leftOut'> {
  const { records, leftOut } = boundedTrace(check, room);
  const shown = { ...check, trace: records };
  const timeline = timelineOf(shown);
  const exchanges = exchangesOf(shown).map((exchange): ExchangeModel => {
    const { id, from, to, request, end } = exchange;
    const curl = curlLine(request, context);
    return {
      id,
      from,
      ...(to !== undefined && { to }),
      sender: senderOf(exchange),
      request: requestLine(exchange),
      sent: gist(sentPart(exchange), BODY_LENGTH),
      answer: answerLine(exchange),
      received: gist(receivedPart(exchange), BODY_LENGTH),
      mismatches: end?.kind === 'reply' ? (end.mismatches ?? []) : [],
      ...(curl !== undefined && { curl }),
    };
  });
  return { ...(timeline && { timeline }), exchanges, ...(leftOut > 0 && { leftOut }) };
}
