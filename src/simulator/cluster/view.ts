// What an instance knows of the cluster: who the members are, how far it has followed the registry, and who waits for that.
import type { Clock } from '../../kernel/clock.js';
import { LinkDown } from './link.js';

// Waiting until something is so: whoever may have changed it calls `look`.

export type Waits = ReturnType<typeof createWaits>;

export function createWaits(machine: Clock) {
  const waiting = new Set<() => void>();
  return {
    /**
     * @param limit in ms of the machine; without one, it waits as long as it takes.
     * Rejects with `LinkDown` when the limit is over.
     */
    until: (isSo: () => boolean, limit?: number): Promise<void> => {
      if (isSo()) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const over = (): void => {
          waiting.delete(check);
          reject(new LinkDown('the other instances take too long'));
        };
        const timer = limit === undefined ? undefined : machine.setTimer('cluster wait', limit, over);
        const check = (): void => {
          if (!isSo()) return;
          waiting.delete(check);
          timer?.cancel();
          resolve();
        };
        waiting.add(check);
      });
    },
    look: (): void => {
      for (const check of [...waiting]) check();
    },
    /** How many wait at this moment. */
    get size(): number {
      return waiting.size;
    },
  };
}

/** In ms of the machine. */
const CATCH_UP = 2000;
const SETTLING = 5000;

/** Devices whose owner is remembered, at most. */
const MOST_OWNERS = 100_000;

/** A class, as its state is many fields that go on changing together. */
export class NodeView {
  members: readonly string[] = [];
  /** Registry number of the last change of members. */
  epoch = 0;
  /** The last one of which all members have said that they let go of what belongs to others. */
  settledEpoch = 0;
  /** Number of the last message of the registry that this instance has applied. */
  applied = 0;
  private readonly waits: Waits;
  private readonly owners = new Map<string, string | undefined>();

  constructor(machine: Clock) {
    this.waits = createWaits(machine);
  }

  ownerOf(deviceId: string): string | undefined {
    if (this.members.length === 1) return this.members[0];
    const known = this.owners.get(deviceId);
    if (known !== undefined) return known;
    const owner = ownerOf(deviceId, this.members);
    if (this.owners.size >= MOST_OWNERS) this.owners.clear();
    this.owners.set(deviceId, owner);
    return owner;
  }

  regroup(epoch: number, members: readonly string[]): void {
    this.epoch = epoch;
    this.members = members;
    this.owners.clear();
  }

  /** To be called when anything has changed. */
  changed(): void {
    this.waits.look();
  }

  until(isSo: () => boolean, limit: number): Promise<void> {
    return this.waits.until(isSo, limit);
  }

  /** Resolves when it has followed the registry so far. */
  caughtUp(reg: number): Promise<void> {
    return this.waits.until(() => this.applied >= reg, CATCH_UP);
  }

  /** Resolves when no other instance uses the devices any more that belong to this one. */
  settled(): Promise<void> {
    return this.waits.until(() => this.settledEpoch === this.epoch, SETTLING);
  }
}

// Which instance a device belongs to: rendezvous hashing, so that only the devices of one that comes or goes move.

/** The member with the greatest weight for this device; undefined when there is none. */
function ownerOf(deviceId: string, members: readonly string[]): string | undefined {
  let owner: string | undefined;
  let greatest = -1;
  for (const member of members) {
    const weight = mixed(hashOf(deviceId, hashOf(member, 0x811c_9dc5)));
    if (weight <= greatest) continue;
    greatest = weight;
    owner = member;
  }
  return owner;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash;
}

/** FNV alone leaves names that differ in their last characters close to each other. */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
