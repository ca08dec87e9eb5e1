// client.key-per-command: a command without a key, or an old key for a command that is new.
import type { ClientExchange, ClientTraffic } from '../traffic/traffic.js';
import { breach, ifTwice, instant, spanWords, verdict } from './breach.js';
import { groupBy } from '../../kernel/group-by.js';
import {
  exchangeName,
  isCommand,
  isOnSameSocket,
  knew,
  purposeOf,
  REACTS_WITHIN,
  succeeded,
} from './facts.js';
import type { ClientBreach, ClientRule } from './ruling.js';

/** Who got the reply so soon after asking has not given up waiting for it, in ms. */
const SURELY_READ = 500;

export const keyPerCommand: ClientRule = {
  id: 'client.key-per-command',
  judge: ({ days }) => {
    const found = days.map((day) => judgeDay(day));
    // Once, the reply may have been lost on its way without a trace at the service.
    const old = ifTwice(found.flatMap((each) => each.old));
    const without = found.flatMap((each) => each.without);
    return verdict({
      ...old,
      n: found.reduce((total, { n }) => total + n, 0),
      breaches: [...without, ...old.breaches],
      needs: 'any day: the client has to send a command',
    });
  },
};

function judgeDay(day: ClientTraffic) {
  const commands = day.exchanges.filter(isCommand);
  const without = commands
    .filter(({ key }) => key === undefined || key === '')
    .map((each) => {
      const done = `${exchangeName(each)} came at ${instant(day, each.cameAt)} without a key`;
      return { ...breach(day, [each], done, 'a key with every command'), by: Infinity };
    });
  const keyed = commands.filter(({ key }) => key !== undefined && key !== '');
  const old = [...groupBy(keyed, ({ key = '' }) => key).values()].flatMap((same) => oldKeys(day, same));
  return { n: commands.length, without, old };
}

function oldKeys(day: ClientTraffic, same: readonly ClientExchange[]): ClientBreach[] {
  return same.flatMap((each, at) => {
    const done = same.slice(0, at).findLast((before) => isDone(before) && knew(each, before));
    // Another command under the same key is a matter of client.key-never-reused.
    if (!done || done.actor !== each.actor || purposeOf(done) !== purposeOf(each)) return [];
    if (isRepeat(day, done, each)) return [];
    const after = spanWords(each.cameAt - (done.reply?.at ?? 0));
    const text = `${exchangeName(each)} came ${after} after the reply to the command with its key "${each.key}"`;
    const how = breach(day, [done, each], text, 'a new key with each new command');
    return [isOnSameSocket(each, done) ? { ...how, by: Infinity } : how];
  });
}

/**
 * The same command once more, for which the key is there: whoever was started anew, which a token tells, may not know of
 * the reply, and whoever got a copy of an event may do the same under the same key, which has no further effect.
 */
function isRepeat(day: ClientTraffic, { reply }: ClientExchange, { actor, cameAt }: ClientExchange): boolean {
  const since = reply?.at ?? 0;
  const isBetween = (at: number): boolean => at >= since && at <= cameAt;
  return (
    day.exchanges.some(
      (each) => each.actor === actor && each.reply?.token !== undefined && isBetween(each.cameAt),
    ) ||
    day.deliveries.some(
      (each) => each.copy && each.actor === actor && isBetween(each.at) && cameAt - each.at <= REACTS_WITHIN,
    )
  );
}

/** A reply that ends the command, and that the sender has surely had. */
function isDone(exchange: ClientExchange): boolean {
  const { reply, cameAt } = exchange;
  const isFinal = reply?.commandStatus === 'succeeded' || reply?.commandStatus === 'failed';
  return succeeded(exchange) && isFinal && (reply?.at ?? 0) - cameAt < SURELY_READ;
}
