// Changes of the fleet: Redis counts and orders them, and every instance makes them in that order.
import type { Clock } from '../../kernel/clock.js';
import type { ChangeOutcome, FleetChange } from '../service/service-state.js';
import type { LogMessage } from './messages.js';
import type { ClusterNode } from './node.js';

type FleetMessage = Extract<LogMessage, { t: 'added' | 'removed' | 'password' }>;

export interface ChangeDesk {
  change<T>(
    clientId: string,
    what: FleetChange,
    make: () => T,
    quota: readonly [limit: number, window: number, now: number],
  ): Promise<ChangeOutcome<T>>;
  /** Makes what this instance has asked for; false for a change of another one. */
  make(message: FleetMessage): boolean;
}

/** In ms of the machine, for a message that Redis has sent already. */
const MESSAGE_WITHIN = 2000;

export function createChangeDesk(node: ClusterNode, machine: Clock): ChangeDesk {
  const asked = new Map<number, () => void>();
  let calls = 0;
  return {
    change: async <T>(
      clientId: string,
      what: FleetChange,
      make: () => T,
      quota: readonly [number, number, number],
    ): Promise<ChangeOutcome<T>> => {
      const call = ++calls;
      const made = new Promise<ChangeOutcome<T>>((resolve) => {
        const timer = machine.setTimer('change', MESSAGE_WITHIN + 2000, () => resolve({ kind: 'unkept' }));
        asked.set(call, () => {
          timer.cancel();
          resolve({ kind: 'changed', value: make() });
        });
      });
      try {
        const { kind, device, payload, message } = written(node.id, call, clientId, what);
        const [answer, wait] = await node.call('change', clientId, ...quota, kind, device, payload, message);
        if (answer === 'limited') return { kind: 'limited', wait: Number(wait) };
        return await made;
      } finally {
        asked.delete(call);
      }
    },
    make: ({ from, call }) => {
      const make = from === node.id ? asked.get(call) : undefined;
      make?.();
      return make !== undefined;
    },
  };
}

interface Written {
  readonly kind: string;
  readonly device: string;
  /** What is kept of it. */
  readonly payload: string;
  readonly message: string;
}

function written(from: string, call: number, client: string, what: FleetChange): Written {
  const stamp = { from, call };
  const spell = (message: FleetMessage): string => JSON.stringify(message);
  switch (what.kind) {
    case 'added': {
      const { addition } = what;
      return {
        kind: what.kind,
        device: addition.deviceId,
        payload: JSON.stringify({ addition, client }),
        message: spell({ t: 'added', ...stamp, addition, client }),
      };
    }
    case 'removed': {
      const { deviceId } = what;
      return {
        kind: what.kind,
        device: deviceId,
        payload: '',
        message: spell({ t: 'removed', ...stamp, deviceId }),
      };
    }
    case 'password': {
      const { deviceId, password } = what;
      return {
        kind: what.kind,
        device: deviceId,
        payload: password,
        message: spell({ t: 'password', ...stamp, deviceId, password }),
      };
    }
  }
}
