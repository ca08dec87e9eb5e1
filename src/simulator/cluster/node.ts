// One instance of the cluster: it joins, shows that it lives, follows the registry, and begins anew when others have
// buried it or when it may have missed something.
import type { Clock } from '../../kernel/clock.js';
import { type Calls, createCalls } from './calls.js';
import { isAnswer, type Hooks } from './hooks.js';
import { type Link, LinkDown } from './link.js';
import { readTold, type Told } from './messages.js';
import { createQuestions, type Questions } from './questions.js';
import { View } from './view.js';

/** In ms of the machine. Others bury an instance after TTL; it stops by itself a little before. */
const BEAT_EVERY = 500;
const TTL = 2500;
const LEASE = 2000;

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

/** A class, as its state is many fields that go on changing together. */
export class ClusterNode {
  id: string;
  readonly life: number;
  readonly call: Calls['call'];
  readonly callAnyway: Calls['callAnyway'];
  readonly insist: Calls['insist'];
  readonly tell: Calls['tell'];
  readonly keep: Calls['keep'];
  readonly fence: Calls['fence'];
  readonly told: Calls['told'];
  readonly ask: Questions['ask'];
  private readonly questions: Questions;
  private readonly view: View;
  private readonly options: NodeOptions;
  private leaseEnd = 0;
  private entered = false;
  private rebirth = 0;
  private isClosed = false;
  /** Messages that come while the registry is being read. */
  private held: Told[] | undefined = undefined;
  private hooks: Hooks | undefined = undefined;
  private entering: Promise<void> | undefined = undefined;
  private stopBeat = (): void => undefined;

  constructor(options: NodeOptions) {
    this.options = options;
    this.life = options.life;
    this.id = `${options.life}-${options.mark}`;
    this.view = new View(options.machine);
    const calls = createCalls(options.link, options.machine, this);
    this.questions = createQuestions(calls, options.machine, () => this.id);
    ({
      call: this.call,
      callAnyway: this.callAnyway,
      insist: this.insist,
      tell: this.tell,
      keep: this.keep,
      fence: this.fence,
      told: this.told,
    } = calls);
    this.ask = this.questions.ask;
  }

  /** Whether it may act on devices and serve what needs the store. */
  get alive(): boolean {
    return this.entered && this.options.machine.now() < this.leaseEnd;
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** Number of the last message of the registry that it has applied. */
  get applied(): number {
    return this.view.applied;
  }

  get memberCount(): number {
    return this.view.members.length;
  }

  isMine(deviceId: string): boolean {
    return this.ownerOf(deviceId) === this.id;
  }

  ownerOf(deviceId: string): string | undefined {
    return this.view.ownerOf(deviceId);
  }

  caughtUp(reg: number): Promise<void> {
    return this.view.caughtUp(reg);
  }

  /** Resolves when no other instance uses the devices any more that are this one's. */
  settled(): Promise<void> {
    return this.view.settled();
  }

  /** Others have buried the instance of this name. */
  fenced(id: string): void {
    if (id !== this.id) return;
    this.lose();
    void this.enter();
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

  async close(): Promise<void> {
    this.isClosed = true;
    this.stopBeat();
    await this.hooks?.leaving();
    this.entered = false;
    await this.options.link
      .call('leave', [this.id, -1, this.options.clock.now(), this.options.retention])
      .catch(() => undefined);
    await this.options.link.close();
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
          if (kind === 'fenced') this.fenced(id);
          else if (id === this.id) this.leaseEnd = sentAt + LEASE;
        } catch {
          // The lease runs out by itself.
        }
      } else await this.enter();
      if (!this.isClosed) this.beat();
    };
  }

  /** Nothing of what this instance has in memory counts any more. */
  private lose(): void {
    if (!this.entered) return;
    this.entered = false;
    this.questions.giveUp();
    this.hooks?.lost();
  }

  private enter(): Promise<void> {
    if (this.entered || this.isClosed || !this.hooks) return Promise.resolve();
    return this.enterOnce().catch(() => undefined);
  }

  private enterOnce(): Promise<void> {
    this.entering ??= this.tryToEnter().finally(() => (this.entering = undefined));
    return this.entering;
  }

  private async tryToEnter(): Promise<void> {
    const { link, machine, clock, retention, mark } = this.options;
    if (this.rebirth > 0) {
      await link.call('leave', [this.id, -1, clock.now(), retention]);
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
    this.view.applied = Number(reg);
    this.view.settledEpoch = Number(settledEpoch);
    this.view.regroup(Number(epoch), members as string[]);
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
    const { view } = this;
    if (reg > 0 && reg <= view.applied) return;
    if (isAnswer(message)) this.questions.answered(message);
    else if (message.t === 'members') {
      view.regroup(reg, message.members);
      this.questions.keepTo(message.members);
      void this.release();
    } else if (message.t === 'settled') view.settledEpoch = message.epoch;
    else this.hooks?.heard(message);
    if (reg > 0) view.applied = reg;
    view.changed();
  }

  /** Gives away what belongs to others now, and says so. */
  private async release(): Promise<void> {
    const { id } = this;
    const { epoch } = this.view;
    try {
      await this.hooks?.moved();
      if (epoch === this.view.epoch && id === this.id) await this.callAnyway('ack', epoch);
    } catch {
      // The next view, or the next life, does it again.
    }
  }
}

function pairs(flat: unknown): [string, string][] {
  const list = flat as string[];
  return list.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : []));
}
