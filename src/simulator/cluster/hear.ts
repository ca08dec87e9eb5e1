// What an instance does when another one, or Redis, tells it something.
import type { Clock } from '../../kernel/clock.js';
import type { Fleet } from '../fleet/fleet.js';
import { finalOutcome } from '../service/operating.js';
import type { ServicePorts } from '../service/ports.js';
import type { ServiceSettings } from '../service/settings.js';
import type { ChangeDesk } from './change-desk.js';
import { finishCommand } from './cluster-state.js';
import { finalFrom } from './command-fields.js';
import type { Controls } from './controls.js';
import type { Finals } from './finals.js';
import type { Firings } from './firings.js';
import type { NodeMessage, Here } from './hooks.js';
import type { DeviceKeeper } from './keeper.js';
import type { PeerQuestion, DirectMessage } from './messages.js';
import type { ClusterNode } from './node.js';
import { changeFleet } from './registry.js';
import type { SharedTokens } from './tokens.js';

/** The parts of an instance that hear of others. */
export interface Instance {
  readonly node: ClusterNode;
  readonly clock: Clock;
  readonly settings: ServiceSettings;
  readonly fleet: Fleet;
  readonly ports: ServicePorts;
  readonly keeper: DeviceKeeper;
  readonly finals: Finals;
  readonly changes: ChangeDesk;
  readonly tokens: SharedTokens;
  readonly controls: Controls;
  readonly counts: Firings;
}

export function createEar(instance: Instance, here: Here): (message: NodeMessage, reg: number) => void {
  const { node, keeper, finals, changes, ports, tokens, controls, counts } = instance;
  const answer = async ({ from, call, what }: Extract<NodeMessage, { t: 'ask' }>): Promise<void> => {
    let reply: DirectMessage;
    try {
      reply = { t: 'answer', call, ok: true, value: await answerTo(instance, what, here) };
    } catch {
      reply = { t: 'answer', call, ok: false };
    }
    await node.callAnyway('send', from, JSON.stringify(reply)).catch(() => undefined);
  };
  return (message, reg) => {
    switch (message.t) {
      case 'perform':
        void perform(instance, message);
        return;
      case 'final':
        finals.settle(message.id, (pending) => finalFrom(pending, message.st, message.at, message.res));
        return;
      case 'withdrawn':
        finals.settle(message.id, () => undefined);
        return;
      case 'ask':
        void answer(message);
        return;
      case 'added':
      case 'removed':
      case 'password':
        if (message.t === 'removed') keeper.discard(message.deviceId);
        if (!changes.make(message)) changeFleet(instance, message);
        return;
      case 'disabled':
        if (message.from !== node.id) ports.access.setDisabled(message.clientId, message.disabled);
        return;
      case 'expired':
        ports.access.expireTokens(message.client === '' ? undefined : message.client);
        tokens.forget(message.client === '' ? undefined : message.client);
        return;
      case 'status':
        if (message.from !== node.id) keeper.hearStatus(message.deviceId, message);
        return;
      case 'event':
        if (message.from !== node.id) ports.events.publish(message.event);
        return;
      case 'fired':
        counts.hear(message.fault, message.tally);
        return;
      case 'control':
        controls.hear(message, reg, here);
    }
  };
}

/** What another instance has begun, and this one does. */
async function perform(
  instance: Instance,
  { id, deviceId, operation }: Extract<DirectMessage, { t: 'perform' }>,
): Promise<void> {
  const { node, keeper } = instance;
  if (!node.alive) return;
  const command = { commandId: id, deviceId };
  try {
    const outcome = await keeper.use(deviceId, (device) => device.perform(operation));
    await finishCommand(instance, command, finalOutcome(outcome));
  } catch {
    // Nobody knows how far it got.
    await finishCommand(instance, command, { status: 'timeout' });
  }
}

async function answerTo(
  { keeper, node, controls }: Instance,
  what: PeerQuestion,
  here: Here,
): Promise<unknown> {
  switch (what.kind) {
    case 'refresh':
      return keeper.use(what.deviceId, (device) => device.refresh());
    case 'config':
      return keeper.use(what.deviceId, (device) => device.config());
    case 'control':
      return keeper.use(what.deviceId, () => here.control(what));
    case 'report':
      return here.report(what.what);
    case 'done':
      return controls.done(what.mark);
    case 'flush':
      return keeper.flush();
    case 'faults':
      await node.caughtUp(what.reg);
      return controls.handOver(here);
  }
}
