// What a case of JUnit says about a check that did not simply pass.
import type { CheckResult, Finding } from '../harness/verdict/verdict.js';
import { ruleById } from '../contract/rules/catalogue.js';
import { answerLine, exchangesOf, receivedPart, requestLine, senderOf, sentPart } from './exchanges.js';
import { placeWords } from './finding-place.js';
import { gist } from './gist.js';
import { nameWords } from './name-words.js';
import type { ReportContext } from './report-context.js';
import { repeatCommand } from './shell.js';

export interface CaseElement {
  readonly message?: string;
  readonly type?: string;
  readonly text?: string;
}

const BODY_LENGTH = 400;

/** The element under the name that JUnit gives it; none for a check that passed. */
export function caseOutcome<E>(
  check: CheckResult,
  seed: number,
  context: ReportContext,
  element: (outcome: CaseElement) => E,
): Record<string, E> {
  const repeat = `repeat: ${repeatCommand([check], seed, context)}`;
  const names = nameWords(check);
  const text = [
    ...against(check).map((finding) => findingText(check, finding)),
    ...(names === undefined ? [] : [`names: ${names}`]),
    repeat,
  ].join('\n\n');
  switch (check.verdict) {
    case 'pass':
      return {};
    case 'fail':
      return { failure: element({ message: headline(check), type: rulesOf(check), text }) };
    case 'error':
      return { error: element({ message: check.reason ?? 'error of the harness', type: 'error', text }) };
    case 'inconclusive':
      // Standard JUnit has no word for it, and green would be a lie.
      return { skipped: element({ message: `inconclusive: ${check.reason ?? headline(check)}` }) };
    case 'skipped':
      return { skipped: element({ message: `skipped: ${check.reason ?? 'no reason was given'}` }) };
    case 'waived':
      return { skipped: element({ message: `waived: ${headline(check)}` }) };
    case 'known':
      return { skipped: element({ message: `known failure, named by the baseline: ${headline(check)}` }) };
    case 'warn':
      return { 'system-out': element({ text: `warning: ${headline(check)}\n\n${text}` }) };
  }
}

function against(check: CheckResult): Finding[] {
  return check.findings.filter(({ verdict }) => verdict !== 'pass');
}

function rulesOf(check: CheckResult): string {
  return [...new Set(against(check).map(({ rule }) => rule))].join(' ');
}

function headline(check: CheckResult): string {
  const first = against(check)[0];
  if (!first) return check.reason ?? check.title;
  return `${first.rule}: expected ${first.expected}, got ${first.actual}`;
}

function findingText(check: CheckResult, finding: Finding): string {
  const exchanges = exchangesOf(check, finding.exchanges).flatMap((exchange) => [
    `  ${exchange.from} ms  ${requestLine(exchange)} ${gist(sentPart(exchange), BODY_LENGTH)}  ${senderOf(exchange)}`,
    `  ${exchange.to ?? '?'} ms  ${answerLine(exchange)} ${gist(receivedPart(exchange), BODY_LENGTH)}`,
  ]);
  return [
    `${finding.verdict}  ${finding.rule}: ${ruleById(finding.rule).sentence}`,
    `where: ${placeWords(check, finding)}`,
    `expected: ${finding.expected}`,
    `actual: ${finding.actual}`,
    ...exchanges,
  ].join('\n');
}
