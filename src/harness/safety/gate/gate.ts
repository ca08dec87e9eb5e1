// The gate: the only way out of the harness. It sees what would be on the wire, or what is about to be done to a
// bench, takes it for all that it could be, and lets it through only where the profile permits every one of that.
import {
  bodyText,
  type GatedTransport,
  type Message,
  SafetyError,
  httpMessage,
} from '../../target/gated-transport.js';
import type { Dialect } from '../../../dialect/dialect.js';
import { type Act, factsOf, isWitness } from '../../profile/stimuli/catalogue.js';
import type { Profile } from '../../profile/profile.js';
import type { Restriction } from '../../profile/restriction.js';
import type { Socket, Transport } from '../../target/transport.js';
import { type Effect, type MessageReading, READ } from './effect.js';
import { readDeformed } from './deformed.js';
import { type NormalMessages, normalMessages } from './normal-messages.js';
import { forbiddenBy } from './permission.js';
import { WEBSOCKET_PATH } from '../../../contract/limits.js';

export type Gate = ReturnType<typeof createGate>;

export interface GateJudgement {
  readonly effects: readonly Effect[];
  readonly forbidden: string | undefined;
}

export interface GateOptions {
  readonly profile: Pick<Profile, 'devices' | 'management' | 'stimuli'>;
  readonly dialect: Dialect;
  readonly restriction?: Restriction | undefined;
}

export function createGate({ profile, dialect, restriction }: GateOptions) {
  const relays = new Map<string, readonly number[]>();
  const ids = new Set(Object.values(profile.devices).map(({ deviceId }) => deviceId));
  if (profile.management) ids.add(profile.management.deviceId);
  const permissions = { profile, restriction, ids, relaysOf: (deviceId: string) => relays.get(deviceId) };
  const normal = normalMessages(dialect);
  const judge = (message: Message): GateJudgement => {
    const reading = read(normal, message, [...ids], dialect);
    const { effects } = reading;
    // A line to add to the profile says more than that something is not understood.
    for (const effect of effects) {
      const forbidden = forbiddenBy(permissions, effect);
      if (forbidden !== undefined) return { effects, forbidden };
    }
    const forbidden = reading.kind === 'unclear' ? unclear(message, reading.why) : undefined;
    return { effects, forbidden };
  };
  const safely = (message: Message): GateJudgement => {
    try {
      return judge(message);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { effects: [], forbidden: `the gate failed over it, so it is not sent: ${why}` };
    }
  };
  const admit = (message: Message): void => {
    const { forbidden } = safely(message);
    if (forbidden !== undefined) throw new SafetyError(forbidden);
  };
  return {
    restriction,

    /** What the message would do, and why it must not be sent; no reason when it may. */
    judge: safely,

    /** The transport behind the gate: it rejects with SafetyError what must not leave, before a byte has left. */
    guard: (transport: Transport) => guarded(transport, admit, dialect),

    /** Why the act must not be done, in words; undefined when it may. */
    forbidsAct: (act: Act) => forbiddenBy(permissions, effectOf(act, profile)),

    /**
     * The same for an act that puts back what another act has done: a device gets its power back whatever relays it has.
     */
    forbidsUndo: (act: Act) => forbiddenBy(permissions, undoEffectOf(act, profile)),

    /** Devices that the target has, beside those of the profile: they are none that nobody has. */
    learn: (deviceIds: Iterable<string>) => {
      for (const deviceId of deviceIds) ids.add(deviceId);
    },

    /** All relays of a device. */
    learnRelays: (deviceId: string, all: readonly number[]) => void relays.set(deviceId, all),
  };
}

function read(
  normal: NormalMessages,
  message: Message,
  ids: readonly string[],
  dialect: Dialect,
): MessageReading {
  switch (message.kind) {
    case 'http': {
      const request = { ...message, body: bodyText(message) };
      const effects = normal.request(request);
      return effects ? { kind: 'effects', effects } : readDeformed(request, ids, dialect);
    }
    case 'open': {
      const { path } = message;
      return UPGRADE.test(path) ? READ : readDeformed({ method: 'GET', path, headers: {} }, ids, dialect);
    }
    case 'frame': {
      const effects = normal.frame(message.text);
      return effects ? { kind: 'effects', effects } : readDeformed({ text: message.text }, ids, dialect);
    }
    default:
      return message satisfies never;
  }
}

function unclear(message: Message, why: string): string {
  const what = message.kind === 'frame' ? 'frame' : 'request';
  return (
    `a ${what} that is not understood is not sent: ${why}; write it in the form of the dialect, or name in it ` +
    'nothing but what the profile lists under devices'
  );
}

function effectOf(act: Act, profile: Pick<Profile, 'stimuli'>): Effect {
  const effect = undoEffectOf(act, profile);
  return effect.kind === 'stimulus' && factsOf(act.name).switches ? { ...effect, relay: 'every' } : effect;
}

function undoEffectOf(act: Act, { stimuli }: Pick<Profile, 'stimuli'>): Effect {
  if (isWitness(act.name)) return { kind: 'witness', act };
  const how = stimuli?.drivers[act.name]?.how;
  if (how?.kind !== 'wiring') return { kind: 'stimulus', act };
  const wire = how.wires.find(({ device, input }) => device === act.device?.name && input === act.index);
  return { kind: 'stimulus', act, relay: wire?.relay ?? 0 };
}

/** What is admitted leaves with the paths of the wire. */
function guarded(
  transport: Transport,
  admit: (message: Message) => void,
  { path: onWire }: Pick<Dialect, 'path'>,
): GatedTransport {
  const socketOf = (socket: Socket): Socket => ({
    send: (text) => {
      admit({ kind: 'frame', text });
      socket.send(text);
    },
    sendAndCut: async (text) => {
      admit({ kind: 'frame', text });
      await socket.sendAndCut(text);
    },
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.cut(),
  });
  const behind: Transport & Pick<GatedTransport, 'admit'> = {
    admit,
    http: async (request, options) => {
      admit(httpMessage(request));
      return transport.http({ ...request, path: onWire(request.path) }, options);
    },
    open: async (path, handlers, options) => {
      admit({ kind: 'open', path });
      const outcome = await transport.open(onWire(path), handlers, options);
      return outcome.kind === 'open' ? { kind: 'open', socket: socketOf(outcome.socket) } : outcome;
    },
    close: () => transport.close(),
  };
  // The mark exists for the compiler only: nothing but this function makes a transport that a target takes.
  return behind as GatedTransport;
}

/** The path of an upgrade, with a ticket or without one. */
const UPGRADE = new RegExp(String.raw`^${WEBSOCKET_PATH}(\?ticket=[A-Za-z0-9\-_.!~*'()%]*)?$`);
