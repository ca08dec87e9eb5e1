// A simulator as a server in the same process: its handlers, without the sockets in front of them.
import { WEBSOCKET_PATH } from '../../contract/limits.js';
import type { Dialect } from '../../dialect/dialect.js';
import { type Act, type ActDriver, APPLIED, failed } from '../../harness/profile/stimuli/catalogue.js';
import type {
  InProcessServer,
  Peer,
  UpgradeReply,
} from '../../harness/target/in-process/create-in-process-transport.js';
import type { HttpReply } from '../../harness/target/transport.js';
import { assert } from '../../kernel/assert.js';
import type { Clock } from '../../kernel/clock.js';
import { createRandom } from '../../kernel/random.js';
import type { Upgrade } from '../../simulator/service/origin.js';
import type { Simulator } from '../../simulator/simulator.js';
import { SERVICE_FAILED } from '../../simulator/transport/envelope.js';
import { refusalReply } from '../../simulator/transport/rest/handle.js';
import type { WholeReply } from '../../simulator/transport/rest/message.js';
import { CLOSE_CODES } from '../../simulator/transport/websocket/session.js';
import { upgradeOf } from '../../simulator/transport/websocket/upgrade.js';

/** @param current the simulator of the moment: a reset puts another in its place. */
export function simulatorServer(current: () => Simulator, clock: Clock): InProcessServer {
  const refusalIds = createRandom(1).stream('refusal');
  return {
    request: async ({ method, path, headers, body = '' }) =>
      delivered(await current().rest({ method, target: path, headers, body }), clock),
    upgrade: (path, peer, bearer) => {
      const { service, shell } = current();
      const [place, search] = shell.dialect.path(path).split('?');
      const upgrade = upgradeOf(
        search ?? '',
        bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      );
      const admitted =
        place === WEBSOCKET_PATH
          ? service.openConnection(upgrade.ticket, upgrade)
          : { ok: false as const, refusal: { code: 'NOT_FOUND' as const, message: 'nothing here' } };
      if (admitted.ok) return sessionOf(current().openSession, admitted.value, peer, upgrade);
      return { kind: 'refused', ...refusalReply(admitted.refusal, shell.dialect, refusalIds) };
    },
  };
}

/** What the shell answers when what is behind it throws. */
export function failedReply(dialect: Dialect): () => HttpReply {
  const ids = createRandom(1).stream('failure');
  return () => {
    const { status, headers, body } = refusalReply(SERVICE_FAILED, dialect, ids);
    return { status, headers: { 'content-type': 'application/json', ...headers }, body };
  };
}

async function delivered(
  { status, headers, body, delivery }: WholeReply,
  clock: Clock,
): Promise<HttpReply | 'break'> {
  if (delivery?.kind === 'reset') return 'break';
  if (delivery?.kind === 'slow') await clock.sleep((body.length / delivery.bytesPerSecond) * 1000);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

function sessionOf(
  openSession: Simulator['openSession'],
  caller: Parameters<Simulator['openSession']>[0],
  peer: Peer,
  upgrade: Upgrade,
): UpgradeReply {
  const session = openSession(
    caller,
    {
      send: (text, onSent) => {
        peer.send(text);
        onSent?.();
      },
      close: (why) => {
        const { code, reason } = typeof why === 'string' ? CLOSE_CODES[why] : why;
        peer.close(code, reason);
      },
      backlog: () => 0,
    },
    upgrade,
  );
  return { kind: 'open', receive: (text) => session.receive(text), ended: () => session.end() };
}

// What a simulator throws in this process ends only what it befell, as it does behind sockets: a request is answered
// with INTERNAL_ERROR, an upgrade is not answered, a timer has no effect.

export type OnBug = (error: unknown) => void;

/** The clock of the simulator. */
export function containedClock(clock: Clock, onBug: OnBug): Clock {
  return {
    ...clock,
    setTimer: (name, delay, callback) => clock.setTimer(name, delay, () => attempt(callback, onBug)),
  };
}

/** What the work comes to; where it throws, the bug is noted, and something else takes its place. */
export async function survived<T>(
  work: () => T | Promise<T>,
  onBug: OnBug,
  otherwise: (error: unknown) => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    onBug(error);
    return otherwise(error);
  }
}

/** @param failure the answer to a request that made the simulator throw; what makes it may fail as well. */
export function containedServer(
  server: InProcessServer,
  failure: () => HttpReply,
  onBug: OnBug,
): InProcessServer {
  const brokenReply = (): Promise<HttpReply> => survived(failure, onBug, unanswered);
  return {
    request: (request) => survived(() => server.request(request), onBug, brokenReply),
    upgrade: (path, peer, bearer) =>
      survived(
        async () => containedUpgrade(await server.upgrade(path, textsOnly(peer), bearer), onBug),
        onBug,
        unanswered,
      ),
  };
}

export function containedDriver(drive: ActDriver, onBug: OnBug): ActDriver {
  return (act: Act, ...rest) =>
    survived(
      () => drive(act, ...rest),
      onBug,
      // What the service throws when it is told of an act does not undo what was done to the device.
      (error) => (act.device && isOfService(error) ? APPLIED : failed('the simulator failed')),
    );
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

/** Whoever waits for it has a patience of its own. */
function unanswered(): Promise<never> {
  return new Promise(() => undefined);
}
