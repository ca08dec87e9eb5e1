// What holds between a request, its command, and what is read of the command later.
import { operationFacts, touchesOf, type Operation } from '../contract/operations.js';
import { EVENT_TOPICS } from '../contract/topics.js';
import { isFinal } from '../contract/schemas/scalars.js';
import type { Profile } from '../harness/profile/profile.js';
import { grants } from '../contract/scopes.js';
import { isNoSuch } from '../harness/target/call.js';
import {
  deviceCalled,
  sightedCommand,
  judged,
  type Operated,
  operationsOf,
  relation,
  type Relation,
} from './relation.js';
import { bodyShapeOf, DATA_SHAPES, eventShapeOf, type SightedExchange, type Sights } from './sights.js';

/** What passes, and is no answer to what was asked. */
const PASSING =
  /^(RATE_LIMITED|DEVICE_BUSY|INTERNAL_ERROR|AUTH_INVALID|APP_DISABLED|AUTH_SCOPE_DENIED|DEVICE_EXISTS)$/;

export function isPassing(code: string | undefined): boolean {
  return PASSING.test(code ?? '');
}

export const COMMAND_RELATIONS: readonly Relation[] = [
  relation('accepted', function* (sights) {
    const kinds = new Map<string, { ok: number; refused: SightedExchange[] }>();
    for (const exchange of sights.exchanges) {
      const kind = kindOf(exchange, sights.profile);
      if (kind === undefined || exchange.to === Infinity) continue;
      const seen = kinds.get(kind) ?? { ok: 0, refused: [] };
      kinds.set(kind, seen);
      if (exchange.ok) seen.ok++;
      else if (!isPassing(exchange.code)) seen.refused.push(exchange);
    }
    for (const [kind, { ok, refused }] of kinds) {
      const [first] = refused;
      if (ok > 0) yield judged(true, 0, '');
      else if (first && refused.length > 1)
        yield judged(
          false,
          first.id,
          `${kind} is refused each time: ${first.status ?? ''} ${first.code ?? ''}`.trim(),
        );
    }
  }),

  relation('command-echo', function* (sights) {
    for (const { exchange, deviceId, operation, command } of operationsOf(sights)) {
      if (!command) continue;
      yield judged(
        command.operation.name === operation.name,
        exchange.id,
        `${operation.name} was asked for, and the command is ${command.operation.name}`,
      );
      yield judged(
        agrees(operation.params, command.operation.params),
        exchange.id,
        `asked for ${JSON.stringify(operation.params)}, and the command has ${JSON.stringify(command.operation.params)}`,
      );
      if (command.deviceId !== undefined)
        yield judged(
          command.deviceId === deviceId,
          exchange.id,
          `a command for device ${deviceId}, which says that it is for ${command.deviceId}`,
        );
    }
  }),

  relation('command-named', function* (sights) {
    const byId = new Map<string, Operated>();
    for (const each of operationsOf(sights)) {
      const id = each.command?.commandId;
      if (id === undefined) continue;
      const other = byId.get(id);
      byId.set(id, each);
      const isShared = other !== undefined && other.exchange.key !== each.exchange.key;
      yield judged(!isShared, each.exchange.id, `two commands are called ${id}`);
    }
    for (const exchange of sights.exchanges) {
      const { what, commandId, ok, status, id } = exchange;
      if (what !== 'commands.read' || commandId === undefined || isNoSuch(commandId)) continue;
      const own = byId.get(commandId);
      if (own && exchange.client === own.exchange.client && (ok || status === 404))
        yield judged(ok, id, `a command called ${commandId} was made, and cannot be read`);
      const read = sightedCommand(exchange);
      if (read)
        yield judged(
          read.commandId === commandId,
          id,
          `command ${commandId} was asked for, and ${read.commandId} came`,
        );
      if (read && own?.command)
        yield judged(
          read.operation.name === own.operation.name &&
            agrees(own.command.operation.params, read.operation.params),
          id,
          `command ${commandId} was ${own.operation.name}, and is read as ${JSON.stringify(read.operation)}`,
        );
    }
  }),

  relation('status-settles', function* ({ exchanges }) {
    const last = new Map<string, { status: string; id: number }>();
    for (const exchange of exchanges) {
      const command = sightedCommand(exchange);
      if (!command) continue;
      const { commandId, status, completedAt, result } = command;
      const before = last.get(commandId);
      last.set(commandId, { status, id: exchange.id });
      if (before && isFinal(before.status as 'failed'))
        yield judged(
          before.status === status,
          exchange.id,
          `a command that was ${before.status} is ${status}`,
        );
      if (completedAt !== undefined)
        yield judged(isFinal(status), exchange.id, `a command that is ${status} has been completed`);
      if (result !== undefined)
        yield judged(status === 'succeeded', exchange.id, `a command that is ${status} has a result`);
    }
  }),

  relation('command-times', function* (sights) {
    const made = operationsOf(sights).filter(({ command }) => command?.createdAt !== undefined);
    const [first] = made;
    for (const { exchange, command } of made) {
      const { createdAt = 0, completedAt } = command ?? {};
      const span = exchange.to - exchange.from + SLACK;
      if (completedAt !== undefined)
        yield judged(
          completedAt >= createdAt - SLACK && completedAt - createdAt <= span,
          exchange.id,
          `a command that took ${Math.round(completedAt - createdAt)} ms, of ${Math.round(span - SLACK)} ms between request and reply`,
        );
      if (!first || exchange === first.exchange) continue;
      const own = createdAt - (first.command?.createdAt ?? 0);
      const ours = exchange.from - first.exchange.from;
      yield judged(
        Math.abs(own - ours) <= span + (first.exchange.to - first.exchange.from),
        exchange.id,
        `two commands ${Math.round(ours)} ms apart, which say that they were made ${Math.round(own)} ms apart`,
      );
    }
  }),

  relation('event-times', function* ({ events }) {
    const [first] = events.filter(({ occurredAt }) => occurredAt !== undefined);
    for (const { at, occurredAt } of events) {
      if (occurredAt === undefined || !first || at === first.at) continue;
      const own = occurredAt - (first.occurredAt ?? 0);
      const ours = at - first.at;
      yield judged(
        Math.abs(own - ours) <= SLACK + Math.abs(ours) / 4,
        0,
        `two events ${Math.round(ours)} ms apart, which say that they are ${Math.round(own)} ms apart`,
      );
    }
  }),

  relation('rs485-answered', function* (sights) {
    for (const { exchange, deviceId, operation, command } of operationsOf(sights)) {
      if (operation.name !== 'device.rs485.transceive' || !command) continue;
      const { answered, answer, unanswered } = rs485Of(sights.profile, deviceId) ?? {};
      const { data, timeout } = operation.params;
      const { status, result } = command;
      if (!isFinal(status)) continue;
      if (data === answered) {
        yield judged(
          status === 'succeeded',
          exchange.id,
          `${data} is answered, and the command is ${status}`,
        );
        const came = result && 'data' in result ? result.data : undefined;
        if (status === 'succeeded' && answer !== undefined)
          yield judged(
            came === answer,
            exchange.id,
            `${data} is answered with ${answer}, and ${came ?? 'nothing'} came`,
          );
      }
      if (data !== unanswered) continue;
      yield judged(
        status === 'timeout',
        exchange.id,
        `${data} is not answered, and the command is ${status}`,
      );
      const took = exchange.to - exchange.from;
      if (status === 'timeout' && timeout !== undefined)
        yield judged(
          took >= timeout * 0.7 && took <= timeout + SLACK,
          exchange.id,
          `a transceive with a timeout of ${timeout} ms took ${Math.round(took)} ms`,
        );
    }
  }),
];

/**
 * Whether a request that was granted did what it asks for: bytes that nobody on the line has understood may have been
 * written in another way. Undefined where it does not tell.
 */
function heardIn(sights: Sights): (exchange: SightedExchange) => boolean | undefined {
  const commands = new Map(operationsOf(sights).map(({ exchange, command }) => [exchange.id, command]));
  return ({ id, operation, deviceId }) => {
    if (operation?.name !== 'device.rs485.transceive' || deviceId === undefined) return true;
    const { answered } = rs485Of(sights.profile, deviceId) ?? {};
    if (answered === undefined) return true;
    if (operation.params.data !== answered) return undefined;
    const command = commands.get(id);
    return command !== undefined && (!isFinal(command.status) || command.status === 'succeeded');
  };
}

/** Shapes of requests of which none was ever granted and carried out. */
export function fruitlessRequests(seen: readonly Sights[]): Set<string> {
  const [granted, refused] = [new Set<string>(), new Set<string>()];
  for (const sights of seen) {
    const heard = heardIn(sights);
    for (const exchange of sights.exchanges) {
      const shape = requestShapeOf(exchange);
      const isDone = exchange.ok ? heard(exchange) : isPassing(exchange.code) ? undefined : false;
      if (shape !== undefined && isDone !== undefined) (isDone ? granted : refused).add(shape);
    }
  }
  for (const shape of granted) refused.delete(shape);
  return refused;
}

/** Shapes that came to nothing: nothing asked for in them was carried out, and nothing that came was read by them. */
export function fruitlessShapes(seen: readonly Sights[]): ReadonlySet<string | undefined> {
  const fruitless = new Set<string | undefined>([
    ...fruitlessRequests(seen),
    ...EVENT_TOPICS.map(eventShapeOf),
    ...Object.values(DATA_SHAPES).flat(),
    'command',
  ]);
  for (const { exchanges, events } of seen) {
    for (const { what, data } of exchanges)
      if (data !== undefined) for (const shape of DATA_SHAPES[what] ?? ['command']) fruitless.delete(shape);
    for (const { topic, data } of events) if (data !== undefined) fruitless.delete(eventShapeOf(topic));
  }
  return fruitless;
}

/** The shape in which a request is written; undefined where the interface shows it. */
export function requestShapeOf({ what, channel, operation }: SightedExchange): string | undefined {
  if (what === 'session.ping') return 'wsRequest';
  if (what === 'device.state.get') return 'stateRequest';
  if (what === 'device.operation.execute') return operation && operationFacts(operation.name).params;
  return channel === 'ws' ? undefined : bodyShapeOf(what);
}

/** Ms by which things may be late. */
const SLACK = 2500;

function rs485Of(profile: Profile, deviceId: string): Profile['devices'][string]['rs485'] {
  return deviceCalled(profile, deviceId)?.[1].rs485;
}

/** All that the first one says, the second one says, too. */
function agrees(asked: unknown, came: unknown): boolean {
  if (typeof asked !== 'object' || asked === null) return asked === came;
  if (typeof came !== 'object' || came === null) return false;
  if (Array.isArray(asked) && Array.isArray(came))
    return asked.length === came.length && asked.every((each) => came.some((other) => agrees(each, other)));
  return Object.entries(asked).every(
    ([name, value]) =>
      value === undefined || !(name in came) || agrees(value, (came as Record<string, unknown>)[name]),
  );
}

/** Kinds of requests that are to be granted, in words; undefined where something of it is wrong on purpose. */
function kindOf(exchange: SightedExchange, profile: Profile): string | undefined {
  const { what, channel, client, deviceId, operation, readable, key } = exchange;
  const own = profile.clients[client];
  if (!readable || !own) return undefined;
  if (what === 'session.ping') return 'session.ping';
  if (exchange.asks) return manages(exchange, profile) ? what : undefined;
  const device = deviceCalled(profile, deviceId);
  if (!device || !(own.devices?.includes(device[0]) ?? true)) return undefined;
  if (what === 'device.state.get') return what;
  if (!operation || key === undefined || !grants(own.scopes, operationFacts(operation.name).scope))
    return undefined;
  if (!isWithin(operation, device[1])) return undefined;
  const given = Object.values(operation.params).filter((each) => each !== undefined).length;
  return `${what}${channel === 'ws' ? ` ${operation.name}` : ''}${given > 1 ? ` of ${given} parts` : ''}`;
}

/** It adds the device that the profile names, or gives another one in the place of its password. */
function manages({ asks, client, status }: SightedExchange, { management, clients }: Profile): boolean {
  if (!asks || !management || !grants(clients[client]?.scopes ?? [], 'device:manage')) return false;
  // A device that is not there says nothing of how a change of its password is written.
  if ('newPassword' in asks)
    return asks.newPassword !== MASKED && (asks.currentPassword ?? MASKED) === MASKED && status !== 404;
  const { deviceId, serial, profileId } = asks;
  const isOwn = (deviceId ?? serial) === (management.serial ?? management.deviceId);
  return isOwn && (profileId ?? management.profileId) === management.profileId;
}

/** As a trace has the password that a device has, or is added with. */
export const MASKED = '<password>';

/** It names only what the profile lists. */
function isWithin(operation: Operation, device: Profile['devices'][string]): boolean {
  const { answered, unanswered } = device.rs485 ?? {};
  return touchesOf(operation).every((touch) => {
    if (touch.kind === 'relay' || touch.kind === 'jogDuration') return device.relays.includes(touch.index);
    return touch.kind === 'rs485' ? touch.data === answered || touch.data === unanswered : true;
  });
}
