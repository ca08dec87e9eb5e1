// One check as the HTML report shows it: what was found, when everything happened, and every exchange in words. Of what
// passed only the verdict is kept: nobody looks for the trace of it here.
import type { CheckResult, Finding } from '../../harness/verdict/verdict.js';
import { formatDuration } from '../../kernel/duration.js';
import {
  answerLine,
  boundedTrace,
  exchangesOf,
  gist,
  receivedPart,
  requestLine,
  senderOf,
  sentPart,
} from '../exchanges.js';
import { sequenceOf } from '../sequence.js';
import { nameWords, standingWords } from '../result-words.js';
import { curlLine, repeatCommand, type ReportContext } from '../shell.js';
import { type PictureElement, pictureOf } from './picture.js';
import { timelineOf } from './timeline.js';
import type { CheckModel, ExchangeModel, FindingModel } from './report-model.js';

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

function worstFirst(check: CheckResult): FindingModel[] {
  const { findings } = check;
  return ORDER.flatMap((kind) => findings.filter(({ verdict }) => verdict === kind))
    .slice(0, MOST_FINDINGS)
    .map((finding) => findingModel(finding, check));
}

function findingModel(finding: Finding, check: CheckResult): FindingModel {
  const { rule, verdict, where, expected, actual, exchanges, witness } = finding;
  const sure = standingWords(finding);
  const shown = { rule, verdict, where, expected, actual, exchanges, ...(sure !== undefined && { sure }) };
  const sequence = witness && sequenceOf(check, finding);
  if (!witness || !sequence) return shown;
  const { records, right, wrong } = witness;
  const ends = { startedAt: records[0]?.at ?? 0, endedAt: records.at(-1)?.at ?? 0 };
  const picture = pictureFor({ ...check, ...ends, findings: [finding], trace: records });
  const { extent, silence } = sequence;
  return {
    ...shown,
    right,
    ...(wrong && {
      wrong: wrong.map((place) => `${place.pointer}: expected ${place.expected}, got ${place.actual}`),
    }),
    witness: { extent, ...(silence !== undefined && { silence }), ...(picture && { picture }) },
  };
}

function pictureFor(check: CheckResult): PictureElement | undefined {
  const timeline = timelineOf(check);
  return timeline && pictureOf(check.id, timeline);
}

function tracePart(
  check: CheckResult,
  context: ReportContext,
  room: number,
): Pick<CheckModel, 'picture' | 'exchanges' | 'leftOut'> {
  const { records, leftOut } = boundedTrace(check, room);
  const shown = { ...check, trace: records };
  const hasOwn = check.findings.some(({ witness }) => witness !== undefined);
  const picture = hasOwn ? undefined : pictureFor(shown);
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
  return { ...(picture && { picture }), exchanges, ...(leftOut > 0 && { leftOut }) };
}
