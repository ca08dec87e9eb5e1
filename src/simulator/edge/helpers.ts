// What the edges of defects and styles are made of: a helper for each kind of thing that they change.
import type { ErrorCode } from '../../contract/error-codes.js';
import type { OperationName, ParamsOf } from '../../contract/operations.js';
import type { Peripherals } from '../../contract/schemas/device.js';
import type { ChannelChange } from '../../contract/schemas/message.js';
import type { EventTopic } from '../../contract/topics.js';
import type { ServiceResult } from '../service/outcome.js';
import { andThen } from '../../kernel/maybe-promise.js';
import type { Operation } from '../../contract/schemas/command.js';
import type { Clock } from '../../kernel/clock.js';
import { isObject } from '../../kernel/json.js';
import type { Device, DeviceEvent } from '../device/device.js';
import type { ServiceEvent, ServicePorts } from '../service/ports.js';
import type { Connection, Origin } from '../service/origin.js';
import type { Service } from '../service/service.js';
import type { RestReply, RestRequest } from '../transport/rest/message.js';
import type { SessionSocket } from '../transport/websocket/session.js';
import type { Around, Edge, EdgeContext } from './edge.js';

export type Json = Record<string, unknown>;

/** Changes the replies of REST requests for which `edit` returns something else than undefined. */
export function replies(
  edit: (body: Json, reply: RestReply, request: RestRequest) => Partial<RestReply> | Json | undefined,
): Edge {
  return {
    rest: async (request, next) => {
      const reply = await next(request);
      const edited = edit(JSON.parse(String(reply.body)) as Json, reply, request);
      if (edited === undefined) return reply;
      return isReplyChange(edited) ? { ...reply, ...edited } : { ...reply, body: JSON.stringify(edited) };
    },
  };
}

function isReplyChange(edited: Partial<RestReply> | Json): edited is Partial<RestReply> {
  return 'status' in edited || 'headers' in edited || typeof edited['body'] === 'string';
}

/** What is done with a text instead of passing it on. It is lost when `pass` is not called. */
type TextHandler = (text: string, pass: (text?: string) => void, socket: SessionSocket) => void;

export interface Texts {
  /** A text that came on the connection. */
  received?: TextHandler;
  /** A text that is to be sent on it. */
  sent?: TextHandler;
  /** The service closes the connection. */
  closing?(): void;
  /** The connection has ended, cleanly or not. */
  ended?(): void;
}

/** Changes the texts of a connection. @param start called once for each connection. */
export function texts(start: (connection: Connection) => Texts): Edge {
  return {
    session: (caller, socket, next) => {
      const { received, sent, closing, ended } = start(caller.origin.connection);
      const send: SessionSocket['send'] = (text, onSent) =>
        sent ? sent(text, (other = text) => socket.send(other, onSent), socket) : socket.send(text, onSent);
      const close: SessionSocket['close'] = (why) => {
        closing?.();
        socket.close(why);
      };
      const session = next(caller, { ...socket, send, close });
      return {
        receive: (text) =>
          received ? received(text, (other = text) => session.receive(other), socket) : session.receive(text),
        end: () => {
          session.end();
          ended?.();
        },
      };
    },
  };
}

/** @param hears whether a connection is sent an event. */
export function delivered(hears: (event: ServiceEvent, connection: Connection) => boolean): Edge {
  return {
    event: (event, to, next) => {
      if (hears(event, to.connection)) next(event, to);
    },
  };
}

/** A frame instead, `null` for none at all, undefined to leave it as it is. */
export type FrameEdit = (frame: Json) => Json | null | undefined;

/** Changes outgoing frames. */
export function frames(edit: FrameEdit): Edge {
  return texts(() => ({ sent: editing(edit) }));
}

export function editing(edit: FrameEdit): TextHandler {
  return (text, pass) => {
    const edited = edit(JSON.parse(text) as Json);
    if (edited !== null) pass(edited && JSON.stringify(edited));
  };
}

/** One edit for the bodies of REST and for frames. */
export function both(edit: (message: Json) => Json | undefined): Edge {
  return {
    ...replies((body) => {
      const edited = edit(body);
      return edited && { body: JSON.stringify(edited) };
    }),
    ...frames(edit),
  };
}

/** True for frames that reply to a request. */
export function isReply(frame: Json): boolean {
  return frame['type'] === 'reply';
}

/** `data` of a message as an object; an empty one where there is none. */
export function dataOf(message: Json): Json {
  const data = message['data'];
  return isObject(data) ? data : {};
}

/** The message with other fields in its data. */
export function withData(message: Json, fields: Json): Json {
  return { ...message, data: { ...dataOf(message), ...fields } };
}

export function withoutFields(message: Json, ...fields: readonly string[]): Json {
  return Object.fromEntries(Object.entries(message).filter(([name]) => !fields.includes(name)));
}

type Method = (...given: never[]) => unknown;
type MethodOf<T> = { [M in keyof T]: T[M] extends Method ? M : never }[keyof T];

/** One call of the service: it is given what the service is asked, and how the service goes on. */
export function call<M extends MethodOf<Service>>(method: M, change: Around<Service[M]>): Edge {
  return { calls: (service) => ({ [method]: around(service[method], change) }) };
}

type Outcome<M extends MethodOf<Service>> = Awaited<ReturnType<Service[M]>>;
type Value<O> = O extends { readonly ok: true; readonly value: infer V } ? V : never;

/** What calls of the service come to instead, in view of what was asked. */
export function outcomes(edits: {
  readonly [M in MethodOf<Service>]?: (outcome: Outcome<M>, ...asked: Parameters<Service[M]>) => Outcome<M>;
}): Edge {
  return {
    calls: (service) => {
      const changed = Object.entries(edits).map(([method, edit]) => {
        const inner = service[method as MethodOf<Service>] as (...asked: unknown[]) => unknown;
        const edited = edit as (outcome: unknown, ...asked: unknown[]) => unknown;
        return [
          method,
          (...asked: unknown[]) => andThen(inner(...asked), (outcome) => edited(outcome, ...asked)),
        ];
      });
      return Object.fromEntries(changed) as Partial<Service>;
    },
  };
}

/** The same for those that succeed: what they give instead. */
export function values(edits: {
  readonly [M in MethodOf<Service>]?: (
    value: Value<Outcome<M>>,
    ...asked: Parameters<Service[M]>
  ) => Value<Outcome<M>>;
}): Edge {
  const changed = Object.entries(edits).map(([method, edit]) => {
    const edited = edit as (value: unknown, ...asked: unknown[]) => unknown;
    return [
      method,
      (outcome: ServiceResult<unknown>, ...asked: unknown[]) =>
        outcome.ok ? { ok: true, value: edited(outcome.value, ...asked) } : outcome,
    ];
  });
  return outcomes(Object.fromEntries(changed) as Parameters<typeof outcomes>[0]);
}

export function isRefusedWith(outcome: ServiceResult<unknown>, code: ErrorCode): boolean {
  return !outcome.ok && outcome.refusal.code === code;
}

/** The same for one method of a port. */
export function portCall<P extends keyof ServicePorts, M extends MethodOf<ServicePorts[P]>>(
  name: P,
  method: M,
  change: Around<ServicePorts[P][M]>,
): Edge {
  return { ports: (ports) => ({ [name]: { [method]: around(ports[name][method], change) } }) };
}

/** Who calls may leave out what comes last. */
function around(inner: unknown, change: unknown): Method {
  const act = change as (...given: unknown[]) => unknown;
  return (...given: unknown[]) => {
    while (given.length < act.length - 1) given.push(undefined);
    return act(...given, inner);
  };
}

/** Changes methods of one port. */
export function onePort<P extends keyof ServicePorts>(
  name: P,
  change: (port: ServicePorts[P], life: EdgeContext) => Partial<ServicePorts[P]>,
): Edge {
  return { ports: (ports, life) => ({ [name]: change(ports[name], life) }) };
}

/** @param edit the events that are published instead of this one: none, one, or several. */
export function publishing(edit: (event: ServiceEvent) => readonly ServiceEvent[]): Edge {
  return onePort('events', (events) => ({ publish: (event) => edit(event).forEach(events.publish) }));
}

type StateChange = Extract<ServiceEvent, { topic: 'device.state.changed' }>;

/** @param edit the `device.state.changed` event that is published instead; undefined for none. */
export function stateChanges(edit: (event: StateChange) => StateChange | undefined): Edge {
  return publishing((event) => {
    if (event.topic !== 'device.state.changed') return [event];
    const edited = edit(event);
    return edited ? [edited] : [];
  });
}

/** @param swallows whether the event is never published. */
export function withoutEvents(swallows: (event: ServiceEvent) => boolean): Edge {
  return publishing((event) => (swallows(event) ? [] : [event]));
}

/** Swallows events of a topic that come less than so many ms after the last one of the device that was published. */
export function withoutSoonAgain(topic: EventTopic, ms: number): Edge {
  const published = new Map<string, number>();
  return withoutEvents((event) => {
    const { deviceId, occurredAt } = event;
    if (event.topic !== topic) return false;
    const again = occurredAt - (published.get(deviceId) ?? -Infinity) < ms;
    if (!again) published.set(deviceId, occurredAt);
    return again;
  });
}

/** The connection that a request came by; undefined for one over REST. */
export function connectionOf(origin: Origin | undefined): Connection | undefined {
  return origin?.channel === 'ws' ? origin.connection : undefined;
}

type Performed = ReturnType<Device['perform']>;

/** What is there beside a device that is used. */
interface Using {
  readonly clock: Clock;
  /** Of the request that uses it. */
  readonly origin: Origin | undefined;
  /** Tells those who listen to the devices of an event of this one. */
  tell(event: DeviceEvent): void;
}

/** @param members what a device is and does instead. It is an object of a class, which must not be spread. */
export function devicesWith(members: (device: Device, using: Using) => Partial<Device>): Edge {
  return {
    devices: (devices, { clock }) => {
      const listeners = new Set<Parameters<typeof devices.listen>[0]>();
      return {
        listen: (listener) => {
          listeners.add(listener);
          const stop = devices.listen(listener);
          return () => {
            listeners.delete(listener);
            stop();
          };
        },
        find: (deviceId, origin) => {
          const device = devices.find(deviceId, origin);
          const tell: Using['tell'] = (event) => {
            for (const listener of listeners) listener(deviceId, event);
          };
          const own = device && Object.getOwnPropertyDescriptors(members(device, { clock, origin, tell }));
          return own && (Object.create(device, own) as Device);
        },
      };
    },
  };
}

/** @param act performs the operation in place of the device. */
export function performing(act: (device: Device, operation: Operation, using: Using) => Performed): Edge {
  return devicesWith((device, using) => ({ perform: (operation) => act(device, operation, using) }));
}

type OperationOf<N extends OperationName> = Extract<Operation, { readonly name: N }>;

/** The same for operations of this name only. */
export function instead<N extends OperationName>(
  name: N,
  act: (device: Device, operation: OperationOf<N>, using: Using) => Performed,
): Edge {
  return performing((device, operation, using) =>
    operation.name === name ? act(device, operation as OperationOf<N>, using) : device.perform(operation),
  );
}

/**
 * @param asked with what parameters the device performs an operation of this name instead.
 * @param meant of which requests; default: all.
 */
export function asking<N extends OperationName>(
  name: N,
  asked: (params: ParamsOf<N>, device: Device) => ParamsOf<N>,
  meant: (origin: Origin | undefined) => boolean = () => true,
): Edge {
  return instead(name, (device, operation, { origin }) => {
    const params = operation.params as ParamsOf<N>;
    return device.perform(meant(origin) ? ({ name, params: asked(params, device) } as Operation) : operation);
  });
}

/** The device takes so many ms, and does nothing. */
export async function nothingDone(clock: Clock, ms: number): Performed {
  await clock.sleep(ms);
  return { kind: 'done', value: undefined };
}

/** @param edit what an operation that was performed comes to instead. */
export function performed(
  edit: (
    outcome: Awaited<Performed>,
    operation: Operation,
    device: Device,
    using: Using,
  ) => Awaited<Performed> | Performed,
): Edge {
  return performing(async (device, operation, using) =>
    edit(await device.perform(operation), operation, device, using),
  );
}

/** @param changes that are told after an operation of this name; undefined for no event. */
export function tellingAfter<N extends OperationName>(
  name: N,
  changes: (
    operation: OperationOf<N>,
    relaysBefore: Peripherals['relays'],
    device: Device,
    origin: Origin | undefined,
  ) => readonly ChannelChange[] | undefined,
): Edge {
  return instead(name, async (device, operation, { tell, origin }) => {
    const { relays } = device.peripherals();
    const outcome = await device.perform(operation);
    const told = changes(operation, relays, device, origin);
    if (told) tell({ kind: 'state-changed', changes: told, peripherals: device.peripherals() });
    return outcome;
  });
}
