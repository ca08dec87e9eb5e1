// A refresh is refused with 429 only where something has spent its budget: a refresh of this device, not of
// another one, nor a request that was itself refused.
import { SUCCESS } from '../../../contract/error-codes.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import { announcedWait } from '../announced-wait.js';
import { type Invariant, type Judgement, judgement } from '../invariant.js';
import { isRefresh } from '../refreshes.js';
import type { Answered, SeenExchange, TraceView } from '../trace-view.js';
import { isBusy, isRefused } from '../model/intended.js';

export const unspent: Invariant = {
  name: 'unspent',
  alone: true,
  ofClients: true,
  rules: ['refresh.per-device', 'refresh.busy-is-free', 'refresh.rejection-is-free'],
  judge: (view) => {
    const rejected = view.answered.filter(
      (each) => isRefresh(each) && each.reply.code === 'RATE_LIMITED' && announcedWait(each) !== undefined,
    );
    // The longest wait that was announced bounds how long a refresh can be felt.
    const longest = Math.max(0, ...rejected.map((each) => announcedWait(each) ?? 0)) + ROUNDING;
    const began = view.exchanges[0]?.span.from ?? 0;
    return rejected
      .filter(({ span }) => span.from - began > longest)
      .flatMap((each) => judgeRejected(each, longest, view));
  },
};

/** Announcements are rounded to whole seconds, and what was sent arrives later, in ms. */
const ROUNDING = 2000;

function judgeRejected(rejected: Answered, longest: number, { exchanges }: TraceView): readonly Judgement[] {
  const { deviceId } = rejected.request;
  const recent = exchanges.filter(
    (each) =>
      isRefresh(each) &&
      each.id !== rejected.id &&
      each.span.from <= rejected.span.to &&
      each.span.to >= rejected.span.from - longest,
  );
  if (mayBeOfQuota(rejected, longest, exchanges)) return [];
  const own = recent.filter(({ request }) => request.deviceId === deviceId);
  const spent = own.some((each) => !isRefused(each));
  const rule = ruleOf(own, recent);
  if (rule === undefined) return [];
  const expected = `no 429 for ${deviceId ?? 'a device'}, which nobody has refreshed for ${longest} ms`;
  const actual = spent ? 'it had been refreshed' : '429 RATE_LIMITED';
  return [judgement(rule, spent, expected, actual, rejected.id, ...recent.map(({ id }) => id))];
}

/** Something else of this client was granted, which may have spent a quota of refreshes or of messages. */
function mayBeOfQuota(
  { id, span, request: { client, channel, deviceId } }: Answered,
  longest: number,
  exchanges: readonly SeenExchange[],
): boolean {
  return exchanges.some(
    (each) =>
      each.id !== id &&
      each.request.client === client &&
      (channel === 'ws' ? each.request.channel === 'ws' : isRefresh(each)) &&
      !(isRefresh(each) && each.request.deviceId === deviceId) &&
      !isRefused(each) &&
      each.span.from <= span.to &&
      each.span.to >= span.from - longest,
  );
}

/** What can have been taken for a refresh of the device, the latest first. */
function ruleOf(own: readonly SeenExchange[], recent: readonly SeenExchange[]): RuleId | undefined {
  const refused = own.findLast(isRefused);
  if (refused) return isBusy(refused) ? 'refresh.busy-is-free' : 'refresh.rejection-is-free';
  const elsewhere = recent.some(({ reply }) => reply?.code === SUCCESS);
  return elsewhere ? 'refresh.per-device' : undefined;
}
