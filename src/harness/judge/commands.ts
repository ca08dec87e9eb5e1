// Command objects have the fields that the interface names, and a final status stays as it is.
import { groupBy } from './group-by.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { commandStatus, isFinal } from '../../contract/schemas/scalars.js';
import { surelyBefore } from '../../kernel/interval.js';
import { isRecord, words } from './envelope.js';
import { type Invariant, type Judgement, judgement } from './invariant.js';
import { commandIdOf } from './keys.js';
import { type Answered, isRaw } from './trace-view.js';

const WITH_COMMAND: ReadonlySet<string> = new Set([
  'relays.set',
  'relays.set-one',
  'rs485.transceive',
  'rs485.baud-rate',
  'relays.jog-config',
  'commands.read',
  'device.operation.execute',
]);

export const commands: Invariant = {
  name: 'commands',
  rules: ['commands.shape', 'commands.terminal-stays'],
  judge: ({ answered }) => {
    const replies = answered.filter(
      (each) => !isRaw(each) && WITH_COMMAND.has(each.request.what) && each.reply.code === SUCCESS,
    );
    return [...replies.map(judgeShape), ...judgeStatuses(replies)];
  },
};

function judgeShape({ id, reply }: Answered): Judgement {
  const data = isRecord(reply.body) ? reply.body['data'] : undefined;
  const command = isRecord(data) ? data['command'] : undefined;
  const expected = 'data.command with operation, params and status';
  if (!isRecord(command))
    return judgement('commands.shape', false, expected, `data.command: ${words(command)}`, id);
  const { operation, params, status } = command;
  const held = typeof operation === 'string' && isRecord(params) && typeof status === 'string';
  return judgement('commands.shape', held, expected, words({ operation, params, status }), id);
}

interface Sighting {
  readonly exchange: Answered;
  readonly commandId: string;
  readonly status: string;
}

/** A final status that was seen must still be there in every request that was sent after that. */
function judgeStatuses(replies: readonly Answered[]): readonly Judgement[] {
  const seen = replies.flatMap(sightingOf);
  return [...groupBy(seen, ({ commandId }) => commandId).values()].flatMap((sightings) => {
    const final = sightings
      .filter(({ status }) => isFinalWord(status))
      .toSorted((a, b) => a.exchange.span.to - b.exchange.span.to)[0];
    if (!final) return [];
    return sightings
      .filter(({ exchange }) => surelyBefore(final.exchange.span, exchange.span))
      .map(({ exchange, commandId, status }) => {
        const expected = `command ${commandId} to stay ${final.status}`;
        return judgement(
          'commands.terminal-stays',
          status === final.status,
          expected,
          status,
          final.exchange.id,
          exchange.id,
        );
      });
  });
}

function sightingOf(exchange: Answered): readonly Sighting[] {
  const { data } = exchange.reply;
  const commandId = commandIdOf(data);
  const command = isRecord(data) ? data['command'] : undefined;
  const status = isRecord(command) ? command['status'] : undefined;
  return commandId !== undefined && typeof status === 'string' ? [{ exchange, commandId, status }] : [];
}

function isFinalWord(status: string): boolean {
  const known = commandStatus.safeParse(status);
  return known.success && isFinal(known.data);
}
