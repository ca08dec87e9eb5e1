// client.backs-off-when-busy and client.backs-off-on-500: never two tries at once, and delays that grow.
import { REFRESH_MIN_INTERVAL } from '../../contract/limits.js';
import type { ClientRuleId } from '../../contract/rules/client.js';
import { breach, verdict } from './breach.js';
import { type Chain, chainsOf } from './chains.js';
import { refusedAsBusy, isCommand, isFailed, isClientRefresh, exchangeName, purposeOf } from './facts.js';
import { growthOf } from './growth.js';
import { rhythmOf } from './rhythm.js';
import type { ClientBreach, ClientRule, Ruling } from './ruling.js';
import type { ClientExchange } from '../traffic/traffic.js';
import { instant, spanWords, spans } from './words.js';

interface Kind {
  readonly id: ClientRuleId;
  readonly code: string;
  readonly needs: string;
  isRefused(exchange: ClientExchange): boolean;
  /** Requests that the rule is about. */
  isMeant(exchange: ClientExchange): boolean;
}

export const backsOffWhenBusy = backsOff({
  id: 'client.backs-off-when-busy',
  code: 'DEVICE_BUSY',
  needs: 'the day of busy devices: the client has to send a command or a refresh that meets DEVICE_BUSY',
  isRefused: refusedAsBusy,
  isMeant: (each) => isCommand(each) || isClientRefresh(each),
});

export const backsOffOn500 = backsOff({
  id: 'client.backs-off-on-500',
  code: 'INTERNAL_ERROR',
  needs:
    'the day of the failing service: the client has to send a request that is answered with INTERNAL_ERROR',
  isRefused: isFailed,
  // How it connects is a rule of its own.
  isMeant: ({ what }) => what !== 'ticket.create' && what !== 'session.ping',
});

function backsOff({ id, code, needs, isRefused, isMeant }: Kind): ClientRule {
  return {
    id,
    judge: (evidence) => {
      const rhythm = rhythmOf(evidence, purposeOf);
      const chains = evidence.days.flatMap((day) => chainsOf(day, isMeant, { isRefused, rhythm }));
      const atOnce = chains.flatMap((chain) => concurrent(chain, code));
      if (atOnce.length > 1) return verdict({ n: chains.length, breaches: atOnce, needs });
      return judgeGrowth(chains, code, needs);
    },
  };
}

function concurrent({ day, atOnce }: Chain, code: string): ClientBreach[] {
  return atOnce.map(([first, second]) =>
    breach(
      day,
      [first, second],
      `${exchangeName(second)} was sent at ${instant(day, second.cameAt)}, while ${exchangeName(first)} was under way`,
      `after ${code} one try at a time`,
    ),
  );
}

/** A refresh that comes so soon after the budget is back has waited for it, in ms from try to try. */
const SPACING = { least: REFRESH_MIN_INTERVAL, most: 1.2 * REFRESH_MIN_INTERVAL };

/** The delays that tell how the client backs off: who keeps the refresh budget waits for it however that is. */
function chosenDelays({ tries, delays }: Chain): readonly number[] {
  return delays.filter((_, at) => {
    const [before, next] = tries.slice(at, at + 2);
    if (!before || !next || !isClientRefresh(next)) return true;
    const distance = next.cameAt - before.cameAt;
    return distance < SPACING.least || distance > SPACING.most;
  });
}

function judgeGrowth(chains: readonly Chain[], code: string, needs: string): Ruling {
  const { kind, n, ratio } = growthOf(chains.map(chosenDelays));
  const long = chains.filter(({ delays }) => delays.length >= 2);
  const right = `after ${code} delays that grow: the later ones in the mean at least 1.3 times the earlier ones`;
  const seen = long.map((chain) => {
    const times = spans(chain.delays);
    return breach(chain.day, chain.tries, `tried again after ${times}`, right);
  });
  const retried = chains.filter(({ delays }) => delays.length > 0).length;
  if (kind === 'none' || kind === 'do not grow') {
    return { kind: 'broken', n, breaches: seen, again: true };
  }
  if (kind === 'grow' || (chains.length > 0 && retried === 0))
    return verdict({ n: Math.max(n, chains.length), breaches: [], needs });
  if (chains.length === 0) return verdict({ n: 0, breaches: [], needs });
  const why =
    kind === 'too few'
      ? `${n} delays in chains of three tries or more are too few to tell whether they grow; it takes 5`
      : `chance could have made these ${n} delays (mean ${spanWords(ratio)} of the earlier ones)`;
  return {
    kind: 'undecided',
    n,
    why:
      kind === 'too few'
        ? why
        : `the delays may grow: later over earlier is ${ratio.toFixed(2)} with n = ${n}`,
    seen,
  };
}
