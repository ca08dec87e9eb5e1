// What a simulator throws in this process ends only what it befell, as it does in a process of its own: a request stays
// without an answer, a timer without its effect.
import type { Act, ActDriver } from '../../harness/profile/stimuli/act.js';
import { failed } from '../../harness/profile/stimuli/act.js';
import type { InProcessServer, Upgrade } from '../../harness/target/in-process/in-process-server.js';
import type { Clock } from '../../kernel/clock.js';

export type OnBug = (error: unknown) => void;

/** The clock of the simulator. */
export function containedClock(clock: Clock, onBug: OnBug): Clock {
  return {
    ...clock,
    setTimer: (name, delay, callback) => clock.setTimer(name, delay, () => attempt(callback, onBug)),
  };
}

export function containedServer(server: InProcessServer, onBug: OnBug): InProcessServer {
  return {
    request: async (request) => {
      try {
        return await server.request(request);
      } catch (error) {
        onBug(error);
        return unanswered();
      }
    },
    upgrade: async (path, peer) => {
      try {
        return containedUpgrade(await server.upgrade(path, peer), onBug);
      } catch (error) {
        onBug(error);
        return unanswered();
      }
    },
  };
}

export function containedDriver(drive: ActDriver, onBug: OnBug): ActDriver {
  return async (act: Act, ...rest) => {
    try {
      return await drive(act, ...rest);
    } catch (error) {
      onBug(error);
      return failed('the simulator failed');
    }
  };
}

function containedUpgrade(upgrade: Upgrade, onBug: OnBug): Upgrade {
  if (upgrade.kind === 'refused') return upgrade;
  return {
    kind: 'open',
    receive: (text) => attempt(() => upgrade.receive(text), onBug),
    ended: (code) => attempt(() => upgrade.ended(code), onBug),
  };
}

function attempt(work: () => void, onBug: OnBug): void {
  try {
    work();
  } catch (error) {
    onBug(error);
  }
}

/** Whoever waits for it has a patience of its own. */
function unanswered(): Promise<never> {
  return new Promise(() => undefined);
}
