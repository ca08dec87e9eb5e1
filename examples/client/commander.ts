// Carries operations out: a new key for each command, the same key for all its tries (rules client.key-per-command,
// client.key-kept-on-retry), and the outcome of a command that was still under way when the reply came.
import { type Answer, verdictOn } from './answer.js';
import type { Basis } from './basis.js';
import type { Connection } from './connection.js';
import type { Operation } from './operations.js';
import { fieldOf } from './session.js';

/** Makes the operation when its turn on the device has come. Rejects when the client is closed. */
export type Commander = (name: string, deviceId: string, make: () => Operation) => Promise<Answer>;

const UNDER_WAY = new Set(['PENDING', 'RUNNING']);
const MOST_LOOKS = 20;
/** Over WebSocket, in ms; over REST the call says it. */
const PATIENCE = 20_000;

export function createCommander(basis: Basis, connection: Connection, over: 'rest' | 'websocket'): Commander {
  const { newKey, rest, retry, lanes, denials, backOff, clock, closing } = basis;

  const attempt = (operation: Operation, idempotencyKey: string): Promise<Answer> => {
    const { name, deviceId, params, call } = operation;
    if (over === 'rest') return rest({ ...call, key: idempotencyKey });
    const data = { deviceId, idempotencyKey, operation: { name, params } };
    return connection.request('device.operation.execute', data, PATIENCE + (call.patience ?? 0));
  };
  const read = (commandId: string): Promise<Answer> =>
    retry({
      scope: 'commands.read',
      repeatable: true,
      send: () => rest({ method: 'GET', path: `/commands/${encodeURIComponent(commandId)}` }),
    });
  const settled = async (first: Answer): Promise<Answer> => {
    let answer = first;
    for (let looks = 1; looks <= MOST_LOOKS; looks++) {
      const command = verdictOn(answer) === 'done' ? fieldOf(answer, 'command') : undefined;
      if (!UNDER_WAY.has(String(command?.['status']))) break;
      await clock.sleep(backOff.retry(looks), closing);
      answer = await read(String(command?.['commandId']));
    }
    return answer;
  };
  return (name, deviceId, make) =>
    lanes.run(deviceId, () =>
      denials.unlessDenied(name, deviceId, async () => {
        const operation = make();
        const key = newKey();
        const send = (): Promise<Answer> => attempt(operation, key);
        return settled(await retry({ scope: `command ${deviceId}`, repeatable: true, send }));
      }),
    );
}
