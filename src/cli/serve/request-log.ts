// What `--verbose` shows of a simulator's traffic: one line for each request and frame, without secrets.
import { formatDuration } from '../../kernel/duration.js';
import { escaped } from '../../output/escape.js';
import { type IsSecretName, redactQuery } from '../../output/secret-names.js';
import { isObject, jsonIn } from '../../kernel/json.js';
import type { Decoration } from '../../simulator/decoration.js';

/** @param write takes one line, without its end. @param isSecret tells parameters by the names of the dialect. */
export function createRequestLog(write: (line: string) => void, isSecret: IsSecretName): Decoration {
  const log = (line: string): void => write(escaped(line));
  return {
    rest:
      (next, { clock }) =>
      async (request) => {
        const began = clock.now();
        const reply = await next(request);
        const took = formatDuration(clock.now() - began);
        log(
          `${request.method} ${redactQuery(request.target, isSecret)} ${reply.status} ${codeOf(String(reply.body))} ${took}`,
        );
        return reply;
      },
    session: (next) => (caller, socket) => {
      log(`websocket of ${caller.clientId} open`);
      const session = next(caller, {
        ...socket,
        backlog: () => socket.backlog(),
        send: (text, onSent) => {
          log(`websocket of ${caller.clientId} <- ${frameWords(text)}`);
          socket.send(text, onSent);
        },
      });
      return {
        receive: (text) => {
          log(`websocket of ${caller.clientId} -> ${frameWords(text)}`);
          session.receive(text);
        },
        end: () => {
          log(`websocket of ${caller.clientId} closed`);
          session.end();
        },
      };
    },
  };
}

function codeOf(body: string): string {
  return textField(body, 'code') ?? '';
}

function frameWords(text: string): string {
  const words = ['type', 'topic', 'code', 'requestId'].flatMap((name) => textField(text, name) ?? []);
  return words.length === 0 ? `${text.length} characters` : words.join(' ');
}

/** Dialects may rename all but a few fields; what is not found is left out. */
function textField(text: string, name: string): string | undefined {
  const value = jsonIn(text);
  const field = isObject(value) ? value[name] : undefined;
  return typeof field === 'string' ? field : undefined;
}
