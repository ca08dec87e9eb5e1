// What was wrong with a request, below the line of its refusal: why, where, what came, and what went back.
import { escaped } from '../../output/escape.js';
import { gist } from '../../report/gist.js';
import { labelled } from '../../report/layout.js';
import type { Paint } from '../../report/paint.js';
import { nearestEndpoint } from './nearest-endpoint.js';
import type { RefusalRecord } from '../../trace/record.js';

interface Place {
  readonly indent: number;
  readonly width: number;
  readonly paint: Paint;
}

const LABEL = 10;
const MOST_BODY = 400;

export function refusalLines(record: RefusalRecord, { indent, width, paint }: Place): string[] {
  const line = (label: string, text: string): string[] =>
    labelled(label, escaped(text), indent, LABEL, width);
  const { problems = [], reason, sent, returned } = record;
  const wrong = problems.map(({ pointer, expected, came }) => {
    const found =
      came === undefined
        ? 'nothing came'
        : `${typeof came === 'string' ? JSON.stringify(came) : gist(came, MOST_BODY)} came`;
    return `${pointer || 'the whole'}: expected ${expected}; ${found}`;
  });
  const near =
    record.code === 'NOT_FOUND' && record.path !== undefined
      ? nearestEndpoint(record.method ?? '', record.path)
      : undefined;
  const meant = near === undefined ? [] : [`${near}; conform list endpoints shows all`];
  return [
    ...(wrong.length === 0 ? [reason] : wrong).flatMap((text, at) =>
      line(at === 0 ? 'wrong' : '', text).map(paint.bad),
    ),
    ...meant.flatMap((text) => line('meant?', text)),
    ...(sent === undefined ? [] : line('sent', gist(sent, MOST_BODY))),
    ...(returned === undefined ? [] : line('answered', gist(returned, MOST_BODY)).map(paint.quiet)),
  ];
}
