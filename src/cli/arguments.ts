// Values of options and arguments, checked where they are read, by what their rows say.
import { InvalidArgumentError } from 'commander';
import type { ShareOf } from '../harness/property/program-share.js';
import { didYouMean } from '../kernel/did-you-mean.js';
import { parseDuration } from '../kernel/duration.js';
import type { OptionFacts } from './options.js';

type Reader = (text: string, before: unknown) => unknown;

/** Undefined where a text is taken as it is. */
export function readerOf(facts: OptionFacts): Reader | undefined {
  const { takes, choices = [] } = facts;
  switch (takes) {
    case 'texts':
      return (text, before) => [...earlier(before), text];
    case 'choices':
      return (text, before) => [...earlier(before), oneOf(choices, text)];
    case 'integer':
    case 'number':
      return (text) => numberIn(facts, text);
    case 'duration':
      return (text) => parseDuration(durationText(text)) ?? 0;
    case 'duration-text':
      return durationText;
    case 'share':
      return shareIn;
    case 'url':
      return urlIn;
    default:
      return choices.length > 0 ? (text) => oneOf(choices, text) : undefined;
  }
}

function earlier(before: unknown): readonly unknown[] {
  return Array.isArray(before) ? before : [];
}

function numberIn({ takes, least = -Infinity, most = Infinity }: OptionFacts, text: string): number {
  const value = Number(text);
  const isRead = takes === 'integer' ? /^-?\d+$/.test(text) : text.trim() !== '' && Number.isFinite(value);
  if (isRead && value >= least && value <= most) return value;
  const kind = takes === 'integer' ? 'an integer' : 'a number';
  throw new InvalidArgumentError(
    most === Infinity ? `It is ${kind}.` : `It is ${kind} from ${least} to ${most}.`,
  );
}

function durationText(text: string): string {
  if (parseDuration(text) !== undefined) return text;
  throw new InvalidArgumentError('It is a duration such as 250ms, 3s or 1m 30s.');
}

/** One of a few names, with the nearest one in the answer to a mistyped name. */
function oneOf(names: readonly string[], text: string): string {
  if (names.includes(text)) return text;
  const near = didYouMean(text, names) ?? '';
  const listed = near.startsWith('Known') ? '' : ` Known: ${names.join(', ')}.`;
  throw new InvalidArgumentError(`${near}${listed}`);
}

const MOST_SHARDS = 1000;

/** `2/4`: the second of four parts. */
function shareIn(text: string): ShareOf {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count && count <= MOST_SHARDS)
    return { index, count };
  throw new InvalidArgumentError(
    `It is the number of a part and how many there are, such as 2/4: from 1/1 to ${MOST_SHARDS}/${MOST_SHARDS}.`,
  );
}

function urlIn(text: string): string {
  if (URL.canParse(text)) return text;
  throw new InvalidArgumentError('It is an address such as https://example.org.');
}
