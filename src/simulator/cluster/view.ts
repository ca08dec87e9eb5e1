// What an instance knows of the cluster: who the members are, and how far it has followed the registry.
import type { Clock } from '../../kernel/clock.js';
import { ownerOf } from './owners.js';
import { createWaits, type Waits } from './waits.js';

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
