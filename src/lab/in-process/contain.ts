// What a simulator throws in this process ends only what it befell, as it does behind sockets: a request is answered
// with INTERNAL_ERROR, an upgrade is not answered, a timer has no effect.
import { type Act, type ActDriver, APPLIED, failed } from '../../harness/profile/stimuli/act.js';
import type {
  InProcessServer,
  Peer,
  UpgradeReply,
} from '../../harness/target/in-process/in-process-server.js';
import type { HttpReply } from '../../harness/target/transport.js';
import { assert } from '../../kernel/assert.js';
import type { Clock } from '../../kernel/clock.js';

export type OnBug = (error: unknown) => void;

/** The clock of the simulator. */
export function containedClock(clock: Clock, onBug: OnBug): Clock {
  return {
    ...clock,
    setTimer: (name, delay, callback) => clock.setTimer(name, delay, () => attempt(callback, onBug)),
  };
}

/** @param failure the answer to a request that made the simulator throw. */
export function containedServer(
  server: InProcessServer,
  failure: () => HttpReply,
  onBug: OnBug,
): InProcessServer {
  return {
    request: async (request) => {
      try {
        return await server.request(request);
      } catch (error) {
        onBug(error);
        return answered(failure, onBug);
      }
    },
    upgrade: async (path, peer) => {
      try {
        return containedUpgrade(await server.upgrade(path, textsOnly(peer)), onBug);
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
      // What the service throws when it is told of an act does not undo what was done to the device.
      return act.device && isOfService(error) ? APPLIED : failed('the simulator failed');
    }
  };
}

function isOfService(error: unknown): boolean {
  return error instanceof Error && /\/simulator\/(?:service|transport)\//.test(error.stack ?? '');
}

function containedUpgrade(upgrade: UpgradeReply, onBug: OnBug): UpgradeReply {
  if (upgrade.kind === 'refused') return upgrade;
  return {
    kind: 'open',
    receive: (text) => attempt(() => upgrade.receive(text), onBug),
    ended: (code) => attempt(() => upgrade.ended(code), onBug),
  };
}

/** What makes the answer may fail as well. */
function answered(failure: () => HttpReply, onBug: OnBug): HttpReply | Promise<never> {
  try {
    return failure();
  } catch (error) {
    onBug(error);
    return unanswered();
  }
}

/** A socket, too, throws when it is given anything else. */
function textsOnly(peer: Peer): Peer {
  return {
    ...peer,
    send: (text) => {
      assert(typeof text === 'string', 'a frame is a text');
      peer.send(text);
    },
  };
}

function attempt(work: () => void, onBug: OnBug): void {
  try {
    work();
  } catch (error) {
    onBug(error);
  }
}

/** The end of the simulator, for one. */
export async function attemptAsync(work: () => Promise<void>, onBug: OnBug): Promise<void> {
  try {
    await work();
  } catch (error) {
    onBug(error);
  }
}

/** Whoever waits for it has a patience of its own. */
function unanswered(): Promise<never> {
  return new Promise(() => undefined);
}
