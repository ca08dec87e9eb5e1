// Mixed traffic at a steady pace: queries, refreshes, relays, commands, heartbeats, churn and slow consumers.
import { setTimeout as pause } from 'node:timers/promises';
import type { Commands } from './commands.js';
import type { Crowd } from './crowd.js';
import type { Group } from './fleet.js';
import type { RestClient } from './rest-client.js';

export interface Traffic {
  /** Makes every device that there is, so that the warm state has them all. */
  touchAll(): Promise<void>;
  go(): void;
  /** Stops; resolves when nothing is under way. */
  rest(): Promise<void>;
}

export interface TrafficParts {
  readonly groups: readonly Group[];
  readonly clients: readonly RestClient[];
  readonly operator: RestClient;
  readonly commands: Commands;
  readonly crowd: Crowd;
}

/** Ms from turn to turn; each turn sends one of each kind for one group. */
const TURN = 25;
/** The devices that the fault plans speak of. */
const NAMED = Array.from({ length: 9 }, (_, at) => `bench-0${at + 1}`);
const MOST_UNDER_WAY = 500;

export function createTraffic({ groups, clients, operator, commands, crowd }: TrafficParts): Traffic {
  const underWay = new Set<Promise<unknown>>();
  const busy = new Set<string>();
  let going = false;
  let turns = 0;
  let loop: Promise<void> = Promise.resolve();

  const send = (work: Promise<unknown>): void => {
    const ended = work.finally(() => underWay.delete(ended));
    underWay.add(ended);
  };
  /** One command at a time on each device, as a careful client does. */
  const command = (client: RestClient, deviceId: string): void => {
    if (busy.has(deviceId)) return;
    busy.add(deviceId);
    send(commands.carryOut(client, deviceId).finally(() => busy.delete(deviceId)));
  };
  const turn = (nth: number): void => {
    const at = nth % groups.length;
    const [group, client] = [groups[at], clients[at]];
    if (!group || !client) return;
    const device = (step: number): string => group.devices[(nth * step) % group.devices.length] ?? '';
    command(client, device(7));
    command(operator, NAMED[nth % NAMED.length] ?? '');
    send(client.ask('GET', `/devices/${device(3)}`));
    send(client.ask('GET', '/devices?limit=50'));
    const body = { relays: [{ index: 2, action: Math.floor(nth / groups.length) % 2 === 0 ? 'on' : 'off' }] };
    send(client.ask('POST', `/devices/${group.devices[0]}/relays/commands`, { body, key: `relay-${nth}` }));
    if (nth % 40 === 0) crowd.churn(10);
    if (nth % 400 === 0) crowd.stall(5);
  };
  const run = async (): Promise<void> => {
    while (going) {
      if (underWay.size < MOST_UNDER_WAY) turn(turns++);
      await pause(TURN);
    }
  };

  return {
    touchAll: async () => {
      for (const [at, { devices }] of groups.entries()) {
        const client = clients[at];
        for (let from = 0; client && from < devices.length; from += 50) {
          await Promise.all(
            devices.slice(from, from + 50).map((id) => client.ask('GET', `/devices/${id}/config`)),
          );
        }
      }
    },
    go: () => {
      if (going) return;
      going = true;
      loop = run();
    },
    rest: async () => {
      going = false;
      await loop;
      await Promise.all(underWay);
    },
  };
}
