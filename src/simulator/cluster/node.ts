// One instance of the cluster: it joins, shows that it lives, follows the registry, and begins anew when others have
// buried it or when it may have missed something.
import type { Clock } from '../../kernel/clock.js';
import { isAnswer, type Hooks } from './hooks.js';
import { type Link, LinkDown, type Reply, type ScriptName } from './link.js';
import { type Asked, type DirectMessage, type LogMessage, readTold, type Told } from './messages.js';
import { ownerOf } from './owners.js';

/** The registry has gone on: what was decided before is to be decided again. */
export class Behind extends Error {
  override readonly name = 'Behind';
}

/** In ms of the machine. Others bury an instance after TTL; it stops by itself a little before. */
const BEAT_EVERY = 500;
const TTL = 2500;
const LEASE = 2000;
const CATCH_UP = 2000;
const SETTLING = 5000;
const ANSWER_WITHIN = 30_000;

export interface NodeOptions {
  readonly link: Link;
  readonly machine: Clock;
  readonly clock: Clock;
  /** Number of this life, from 0. */
  readonly life: number;
  /** Something that no other instance has. */
  readonly mark: string;
  /** How long a finished command is kept, in ms. */
  readonly retention: number;
}

interface Waiter<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

/** A class, as its state is many fields that go on changing together. */
export class ClusterNode {
  id: string;
  readonly life: number;
  private members: readonly string[] = [];
  private epoch = 0;
  private settledEpoch = 0;
  private applied = 0;
  private leaseEnd = 0;
  private entered = false;
  private rebirth = 0;
  private closed = false;
  private held: Told[] | undefined = undefined;
  private hooks: Hooks | undefined = undefined;
  private entering: Promise<void> | undefined = undefined;
  private readonly behind = new Set<{ readonly reg: number; done(): void }>();
  private readonly unsettled = new Set<() => void>();
  private readonly asks = new Map<number, Waiter<unknown> & { readonly owner: string }>();
  private asked = 0;
  private stopBeat = (): void => undefined;
  private readonly options: NodeOptions;

  constructor(options: NodeOptions) {
    this.options = options;
    this.life = options.life;
    this.id = `${options.life}-${options.mark}`;
  }

  /** Whether it may act on devices and serve what needs the store. */
  get alive(): boolean {
    return this.entered && this.options.machine.now() < this.leaseEnd;
  }

  get memberCount(): number {
    return this.members.length;
  }

  isMine(deviceId: string): boolean {
    return this.ownerOf(deviceId) === this.id;
  }

  ownerOf(deviceId: string): string | undefined {
    return this.members.length === 1 ? this.members[0] : ownerOf(deviceId, this.members);
  }

  async begin(hooks: Hooks): Promise<void> {
    this.hooks = hooks;
    this.options.link.onBreak(
      () => this.lose(),
      () => void this.enter(),
    );
    await this.enterOnce();
    this.beat();
  }

  /** Rejects with `LinkDown`; with `Behind`, once it has caught up, when nothing was done as it knew too little. */
  async call(script: ScriptName, ...given: readonly (string | number)[]): Promise<Reply> {
    return this.send(script, this.applied, given);
  }

  /** The same, whatever this instance knows of the registry. */
  async callAnyway(script: ScriptName, ...given: readonly (string | number)[]): Promise<Reply> {
    return this.send(script, -1, given);
  }

  /** Calls until it is done, or until others have buried this instance, which does it then. */
  async insist(script: ScriptName, ...given: readonly (string | number)[]): Promise<Reply | undefined> {
    const { id } = this;
    while (id === this.id && !this.closed) {
      try {
        return await this.callAnyway(script, ...given);
      } catch {
        await this.options.machine.sleep(200);
      }
    }
    return undefined;
  }

  /** Waits until this instance knows what all know; gives whether that was news. */
  async fence(): Promise<boolean> {
    try {
      await this.call('fence');
      return false;
    } catch (error) {
      if (error instanceof Behind) return true;
      throw error;
    }
  }

  /** Resolves when no other instance uses the devices any more that are this one's. */
  async settled(): Promise<void> {
    if (this.settledEpoch === this.epoch) return;
    await this.bounded<void>(SETTLING, (done) => {
      const check = (): void => {
        if (this.settledEpoch === this.epoch && this.unsettled.delete(check)) done();
      };
      this.unsettled.add(check);
    });
  }

  /** Tells all instances; what fails is lost with this instance's membership. */
  tell(
    message: LogMessage,
    keep: readonly [hash: string, field: string, value: string],
    registers: boolean,
  ): void {
    this.callAnyway('tell', ...keep, registers ? 1 : 0, JSON.stringify(message)).catch(() => undefined);
  }

  keep(hash: string, field: string, value: string): Promise<Reply> {
    return this.callAnyway('tell', hash, field, value, 0, '');
  }

  /** Asks the owner of the device. Rejects when it does not answer, or is gone. */
  async ask(owner: string, what: Asked): Promise<unknown> {
    const call = ++this.asked;
    const answer = new Promise<unknown>((resolve, reject) => this.asks.set(call, { resolve, reject, owner }));
    const timer = this.options.machine.setTimer('answer', ANSWER_WITHIN, () =>
      this.asks.get(call)?.reject(new LinkDown('no answer')),
    );
    try {
      const message: DirectMessage = { t: 'ask', from: this.id, call, what };
      // Rejected while the call is under way, nobody would wait for it.
      answer.catch(() => undefined);
      const [kind] = await this.call('send', owner, JSON.stringify(message));
      if (kind !== 'sent') throw new LinkDown('the owner of the device is away');
      return await answer;
    } finally {
      timer.cancel();
      this.asks.delete(call);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.stopBeat();
    await this.hooks?.leaving();
    this.entered = false;
    await this.options.link
      .call('leave', [this.id, -1, this.options.clock.now(), this.options.retention])
      .catch(() => undefined);
    await this.options.link.close();
  }

  private async send(script: ScriptName, reg: number, given: readonly (string | number)[]): Promise<Reply> {
    if (!this.alive) throw new LinkDown('this instance is not in the cluster');
    const { id } = this;
    const reply = await this.options.link.call(script, [id, reg, ...given]);
    if (reply[0] === 'fenced') {
      if (id === this.id) this.beginAnew();
      throw new LinkDown('others have buried this instance');
    }
    if (reply[0] !== 'behind') return reply;
    await this.caughtUp(Number(reply[1]));
    throw new Behind();
  }

  private caughtUp(reg: number): Promise<void> {
    if (this.applied >= reg) return Promise.resolve();
    return this.bounded(CATCH_UP, (done) => {
      const entry = { reg, done: () => void (this.behind.delete(entry) && done()) };
      this.behind.add(entry);
    });
  }

  private async bounded<T>(limit: number, wait: (done: (value: T) => void) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = this.options.machine.setTimer('cluster wait', limit, () =>
        reject(new LinkDown('the other instances take too long')),
      );
      wait((value) => {
        timer.cancel();
        resolve(value);
      });
    });
  }

  private beat(): void {
    const { machine, clock, link, retention } = this.options;
    const timer = machine.setTimer('cluster beat', BEAT_EVERY, () => void pulse());
    this.stopBeat = () => timer.cancel();
    const pulse = async (): Promise<void> => {
      const sentAt = machine.now();
      const { id } = this;
      if (this.entered && sentAt >= this.leaseEnd) this.lose();
      if (this.entered) {
        try {
          const [kind] = await link.call('beat', [id, -1, clock.now(), retention, TTL]);
          if (kind === 'fenced' && id === this.id) this.beginAnew();
          else if (id === this.id) this.leaseEnd = sentAt + LEASE;
        } catch {
          // The lease runs out by itself.
        }
      } else await this.enter();
      if (!this.closed) this.beat();
    };
  }

  private beginAnew(): void {
    this.lose();
    void this.enter();
  }

  /** Nothing of what this instance has in memory counts any more. */
  private lose(): void {
    if (!this.entered) return;
    this.entered = false;
    for (const { reject } of this.asks.values()) reject(new LinkDown('this instance has lost the cluster'));
    this.hooks?.lost();
  }

  private enter(): Promise<void> {
    if (this.entered || this.closed || !this.hooks) return Promise.resolve();
    return this.enterOnce().catch(() => undefined);
  }

  private enterOnce(): Promise<void> {
    this.entering ??= this.tryToEnter().finally(() => (this.entering = undefined));
    return this.entering;
  }

  private async tryToEnter(): Promise<void> {
    const { link, machine, clock, retention, mark } = this.options;
    const before = this.id;
    if (this.rebirth > 0) {
      await link.call('leave', [before, -1, clock.now(), retention]);
      this.id = `${this.life}-${mark}-${this.rebirth}`;
    }
    this.rebirth++;
    this.held = [];
    await link.listen(this.id, (text) => this.hear(text));
    const sentAt = machine.now();
    await link.call('join', [this.id, -1]);
    const loaded = await link.call('load', [this.id, -1]);
    if (loaded[0] !== 'loaded') throw new LinkDown('the cluster could not be read');
    const [, reg, epoch, settledEpoch, members, added, removed, passwords, status, disabled] = loaded;
    this.applied = Number(reg);
    this.epoch = Number(epoch);
    this.settledEpoch = Number(settledEpoch);
    this.members = members as string[];
    this.hooks?.loaded({
      added: added as string[],
      removed: removed as string[],
      passwords: pairs(passwords),
      status: pairs(status),
      disabled: pairs(disabled),
    });
    this.entered = true;
    this.leaseEnd = sentAt + LEASE;
    const { held } = this;
    this.held = undefined;
    for (const told of held) this.apply(told);
    void this.release();
  }

  private hear(text: string): void {
    // Its own events have been delivered when they happened; to parse them would cost as much as to serve a request.
    if (text.startsWith(`0\n{"t":"event","from":"${this.id}"`)) return;
    const told = readTold(text);
    if (!told) return;
    if (this.held) this.held.push(told);
    else this.apply(told);
  }

  private apply({ reg, message }: Told): void {
    if (reg > 0 && reg <= this.applied) return;
    if (isAnswer(message)) {
      const waiter = this.asks.get(message.call);
      if (message.ok) waiter?.resolve(message.value);
      else waiter?.reject(new LinkDown('the owner of the device could not do it'));
    } else if (message.t === 'members') this.regroup(reg, message.members);
    else if (message.t === 'settled') this.settledEpoch = message.epoch;
    else this.hooks?.heard(message);
    if (reg > 0) this.applied = reg;
    for (const { reg: wanted, done } of [...this.behind]) if (wanted <= this.applied) done();
    for (const check of [...this.unsettled]) check();
  }

  private regroup(epoch: number, members: readonly string[]): void {
    this.epoch = epoch;
    this.members = members;
    for (const { owner, reject } of this.asks.values())
      if (!members.includes(owner)) reject(new LinkDown('the owner of the device is gone'));
    void this.release();
  }

  /** Gives away what belongs to others now, and says so. */
  private async release(): Promise<void> {
    const { epoch, id } = this;
    try {
      await this.hooks?.moved();
      if (epoch === this.epoch && id === this.id) await this.callAnyway('ack', epoch);
    } catch {
      // The next view, or the next life, does it again.
    }
  }
}

function pairs(flat: unknown): [string, string][] {
  const list = flat as string[];
  return list.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : []));
}
