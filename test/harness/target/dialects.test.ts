// The driver speaks the dialects that come with conform: what leaves is of the dialect, what comes is canonical.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/contract/schemas/command.js';
import type { Dialect } from '../../../src/dialect/dialect.js';
import { parseDialect } from '../../../src/dialect/parse-dialect.js';
import type { Call } from '../../../src/harness/target/call.js';
import { createTarget } from '../../../src/harness/target/create-target.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createTrace } from '../../../src/trace/trace.js';
import type { ScriptedAnswer, ServerScript } from '../../suites/transport.js';
import { ungated } from './ungated.js';
import { createMemoryTransport } from './memory-transport.js';
import { PROFILE, replyOf, success, tokenReply } from './rig.js';

function load(name: string): Dialect {
  const file = `fixtures/dialects/${name}.yaml`;
  const parsed = parseDialect(readFileSync(file, 'utf8'), file);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

function connectTo(dialect: Dialect, script: Partial<ServerScript>) {
  const clock = createManualClock();
  const trace = createTrace(clock);
  const transport = createMemoryTransport({ http: () => success({}), upgrade: () => 'open', ...script });
  return {
    target: createTarget({ profile: PROFILE, dialect, clock, transport: ungated(transport), trace }),
    clock,
  };
}

const OPERATIONS: Operation[] = [
  { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'jog' }] } },
  { name: 'device.rs485.transceive', params: { data: '01ff', timeout: 2000 } },
  { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
  { name: 'device.relay.jogConfig.set', params: { index: 2, duration: 3000 } },
];
const operator = { client: 'operator' };

describe.each(['default', 'scrambled'])('in the dialect %s', (name) => {
  const dialect = load(name);

  /** A server that executes nothing, and answers each operation with its command. */
  function answer({ path, body }: { path: string; body?: string }): ScriptedAnswer {
    if (path.endsWith('/auth/token')) return tokenReply('token-text');
    if (path.endsWith('/ws/ticket')) return success(dialect.shapes.ticket.encode({ ticket: 'ticket-text' }));
    const index = dialect.decodeIndex(/relays\/([^/]+)\/jog-config/.exec(path)?.[1] ?? '');
    const wire: unknown = JSON.parse(body ?? '{}');
    for (const { name: operation } of OPERATIONS) {
      if (!path.endsWith(ENDINGS[operation])) continue;
      const params =
        index === undefined
          ? dialect.operationParams(operation).decode(wire)
          : { ok: true as const, value: { index, ...valueOf(dialect.shapes.jogBody.decode(wire)) } };
      return success({ command: commandOf({ name: operation, params: valueOf(params) } as Operation) });
    }
    return success({});
  }

  const commandOf = (operation: Operation) =>
    dialect.command.encode({
      commandId: 'c1',
      operation,
      status: 'succeeded',
      ...(operation.name === 'device.rs485.transceive' ? { result: { data: 'ab' } } : {}),
    });

  test.each(OPERATIONS)(
    '$name comes back as the command that it was, over REST and WebSocket',
    async (operation) => {
      const { target } = connectTo(dialect, {
        http: answer,
        frame: (peer, text) => {
          const { requestId, data } = valueOf(dialect.shapes.wsRequest.decode(JSON.parse(text)));
          const command = commandOf(valueOf(dialect.executeRequest.decode(data)).operation);
          peer.send(
            JSON.stringify({ type: 'reply', requestId, code: 'SUCCESS', message: 'OK', data: { command } }),
          );
        },
      });
      const call: Call = { name: 'operate', deviceId: 'dev-1', operation, idempotencyKey: 'k' };
      const rest = replyOf(await target.request(call, operator));
      const connected = await target.connect('operator');
      if (connected.kind === 'refused') throw new Error(connected.detail);
      const ws = replyOf(await connected.connection.request(call));
      expect(rest.mismatches).toEqual([]);
      expect(rest.data).toMatchObject({
        command: {
          commandId: 'c1',
          operation: operation.name,
          params: operation.params,
          status: 'succeeded',
        },
      });
      expect(ws.data).toEqual(rest.data);
    },
  );

  test('an event comes back as it was', async () => {
    const peripherals = {
      relays: [{ index: 1, on: true }],
      digitalInputs: [],
      analogInputs: [],
      sensors: [],
    };
    const data = { deviceId: 'dev-1', changes: [{ kind: 'relay' as const, index: 1 }], peripherals };
    const { target, clock } = connectTo(dialect, {
      http: answer,
      opened: (peer) => {
        const event = { topic: 'device.state.changed', data: dialect.shapes.stateChanged.encode(data) };
        peer.send(
          JSON.stringify(dialect.shapes.wsEvent.encode({ ...event, eventId: 'e', occurredAt: 5000 })),
        );
      },
    });
    const connected = await target.connect('operator');
    await clock.advance(1);
    const events = connected.kind === 'open' ? connected.connection.events() : [];
    expect(events).toMatchObject([{ topic: 'device.state.changed', eventId: 'e', deviceId: 'dev-1', data }]);
  });
});

const ENDINGS: Record<Operation['name'], string> = {
  'device.relay.set': '/relays/commands',
  'device.rs485.transceive': '/rs485/transceive',
  'device.rs485.baudRate.set': '/rs485/baud-rate',
  'device.relay.jogConfig.set': '/jog-config',
};

function valueOf<T>(decoded: { ok: true; value: T } | { ok: false; mismatches: readonly unknown[] }): T {
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.mismatches));
  return decoded.value;
}
