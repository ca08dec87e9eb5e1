// What the proxy itself answers, in the dialect of the service behind it.
import type { Dialect } from '../../../dialect/dialect.js';
import type { Random } from '../../../kernel/random.js';
import type { Fate } from '../../../lab/audit/proxy-faults.js';
import type { Refusal } from '../../../simulator/service/outcome.js';
import { refusalReply } from '../../../simulator/transport/rest/handle.js';
import type { Returned } from './forward.js';

export interface RefusalText {
  rest(why: NonNullable<Fate['refusal']>): Returned;
  /** The frame of a reply. */
  frame(why: NonNullable<Fate['refusal']>, requestId: string): string;
}

export function createRefusalText(dialect: Dialect, random: Random): RefusalText {
  const stream = random.stream('refusals of the proxy');
  const rest = (why: NonNullable<Fate['refusal']>): Returned => {
    const { status, headers, body } = refusalReply(refusalOf(why), dialect, stream);
    return { status, headers, body };
  };
  return {
    rest,
    frame: (why, requestId) => {
      const envelope = JSON.parse(rest(why).body) as Record<string, unknown>;
      return JSON.stringify({ type: 'reply', ...envelope, requestId });
    },
  };
}

function refusalOf({ code, retryAfter }: NonNullable<Fate['refusal']>): Refusal {
  if (code === 'INTERNAL_ERROR') return { code, message: 'The service failed.' };
  const retryAfterSeconds = Math.max(1, Math.ceil((retryAfter ?? 0) / 1000));
  return { code, message: 'Too many requests.', retryAfterSeconds };
}
