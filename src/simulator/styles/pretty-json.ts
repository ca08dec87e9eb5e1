// JSON as a person would write it, with its keys the other way round.
import type { Decoration } from '../decoration.js';
import type { Style } from './style.js';

export function prettyJson(): Style {
  return {
    id: 'pretty-json',
    summary: 'JSON is indented, and the fields of each object come in the reverse order.',
    because:
      'Bodies and frames are JSON, in which neither white space nor the order of fields means anything.',
    ...respelled,
  };
}

const respelled: Pick<Decoration, 'rest' | 'session'> = {
  rest: (next) => async (request) => {
    const reply = await next(request);
    return { ...reply, body: respell(String(reply.body)) };
  },
  session: (next) => (caller, socket) =>
    next(caller, { ...socket, send: (text, onSent) => socket.send(respell(text), onSent) }),
};

function respell(text: string): string {
  return `${JSON.stringify(reversed(JSON.parse(text)), null, 2)}\n`;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, reversed(each)]);
  return Object.fromEntries(fields.toReversed());
}
