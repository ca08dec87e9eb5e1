// A simulator as a server in the same process: its handlers, without the sockets in front of them.
import { WEBSOCKET_PATH } from '../../contract/limits.js';
import type {
  InProcessServer,
  Peer,
  UpgradeReply,
} from '../../harness/target/in-process/in-process-server.js';
import type { HttpReply } from '../../harness/target/transport.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Clock } from '../../kernel/clock.js';
import { createRandom } from '../../kernel/random.js';
import type { Simulator } from '../../simulator/simulator.js';
import type { Upgrade } from '../../simulator/service/origin.js';
import { upgradeOf } from '../../simulator/transport/websocket/upgrade-facts.js';
import { serviceFailed } from '../../simulator/transport/envelope.js';
import { refusalReply } from '../../simulator/transport/rest/handle.js';
import type { WholeReply } from '../../simulator/transport/rest/message.js';
import { CLOSE_CODES } from '../../simulator/transport/websocket/close-codes.js';

/** @param current the simulator of the moment: a reset puts another in its place. */
export function simulatorServer(current: () => Simulator, clock: Clock): InProcessServer {
  const refusalIds = createRandom(1).stream('refusal');
  return {
    request: async ({ method, path, headers, body = '' }) =>
      delivered(await current().rest({ method, target: path, headers, body }), clock),
    upgrade: (path, peer, bearer) => {
      const { service, shell } = current();
      const [place, search] = path.split('?');
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
    const { status, headers, body } = refusalReply(serviceFailed(), dialect, ids);
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
