// One instance of the cluster: it joins, shows that it lives, follows the registry, and begins anew when others have
// buried it or when it may have missed something.
import type { Clock } from '../../kernel/clock.js';
import { type ScriptCalls, createScriptCalls, createQuestions, type Questions } from './calls.js';
import {
  adoptClock,
  clockIn,
  type Generation,
  readGeneration,
  type NodeHooks,
  type PeerQuestion,
  readTold,
  type RegistryMessage,
  pairs,
} from './messages.js';
import { type RedisLink, LinkDown } from './link.js';
import { NodeView } from './view.js';

/** In ms of the machine. Others bury an instance after TTL; it stops by itself a little before. */
const BEAT_EVERY = 500;
export const TTL = 2500;
const LEASE = 2000;

export interface NodeOptions {
  readonly link: RedisLink;
  readonly machine: Clock;
  readonly clock: Clock;
  /** Number of this life, from 0. */
  readonly life: number;
  /** Something that no other instance has. */
  readonly mark: string;
  /** How long a finished command is kept, in ms. */
  readonly retention: number;
  readonly generation: Generation;
  /** Hears when this instance has lost the cluster, and when it has joined anew. */
  readonly onLink?: ((link: 'lost' | 'back') => void) | undefined;
}

/** A class, as its state is many fields that go on changing together. */
export class ClusterNode extends NodeView {
  id: string;
  readonly life: number;
  readonly scripts: ScriptCalls;
  readonly ask: Questions['ask'];
  private readonly questions: Questions;
  private readonly options: NodeOptions;
  private generation: Generation;
  private leaseEnd = 0;
  private entered = false;
  private rebirth = 0;
  private turns = 0;
  private isClosed = false;
  /** Whether it was told that the cluster is lost. */
  private isAway = false;
  /** Messages that come while the registry is being read. */
  private held: RegistryMessage[] | undefined = undefined;
  /** Of the generation; undefined before it begins. */
  private hooks: (() => NodeHooks) | undefined = undefined;
  private entering: Promise<void> | undefined = undefined;
  private stopBeat = (): void => undefined;

  constructor(options: NodeOptions) {
    super(options.machine);
    this.options = options;
    this.generation = options.generation;
    this.life = options.life;
    this.id = `${options.life}-${options.mark}`;
    this.scripts = createScriptCalls(options.link, options.machine, this);
    this.questions = createQuestions(this.scripts, options.machine, () => this.id);
    this.ask = this.questions.ask;
  }

  /** Whether it may act on devices and serve what needs the store. */
  get alive(): boolean {
    return this.entered && this.options.machine.now() < this.leaseEnd;
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** Clock time at which signals began, the same for all instances. */
  get origin(): number {
    return this.generation.origin;
  }

  isMine(deviceId: string): boolean {
    return this.ownerOf(deviceId) === this.id;
  }

  get generationName(): string {
    return this.generation.name;
  }

  /** Never the same, so that nobody else writes to the same place. */
  newGenerationName(): string {
    return `${this.id}-${++this.turns}`;
  }

  /** The other members. */
  get others(): readonly string[] {
    return this.members.filter((member) => member !== this.id);
  }

  /** Asks all other instances; those that do not answer are left out. */
  async askOthers(what: PeerQuestion): Promise<readonly (readonly [instance: string, answer: unknown])[]> {
    const asked = this.others.map(async (other) => [other, await this.ask(other, what)] as const);
    const answered = await Promise.allSettled(asked);
    return answered.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  /**
   * To be called before a turn: gives the way to wait until those that are members now are members again. Those that
   * hang are not waited for any longer than others wait before they bury them.
   */
  allBack(): () => Promise<void> {
    const before = this.members.map(nameOf);
    const { name } = this.generation;
    const areBack = (): boolean => {
      if (!this.entered || this.generation.name === name) return false;
      // All have said so, once they had read the registry.
      if (this.settledEpoch !== this.epoch) return false;
      const back = new Set(this.members.map(nameOf));
      return before.every((each) => back.has(each));
    };
    return async () => {
      await this.until(areBack, TTL).catch(() => undefined);
      if (!this.entered) throw new LinkDown('this instance has not come back');
    };
  }

  /** Resolves when the events of all instances reach this one, up to its next life. Rejects with `LinkDown`. */
  async hearEvents(): Promise<void> {
    // Who joins just now forgets what was listened to before.
    if (!this.alive) throw new LinkDown('this instance is not in the cluster');
    await this.options.link.listenToEvents();
  }

  /** Others have buried the instance of this name. */
  fenced(id: string): void {
    if (id !== this.id) return;
    this.lose();
    void this.enter();
  }

  async begin(hooks: () => NodeHooks): Promise<void> {
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
    await this.hooks?.().leaving();
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
  private lose(why: 'lost' | 'turned' = 'lost'): void {
    if (!this.entered) return;
    this.entered = false;
    this.questions.giveUp();
    this.scripts.takeEvents();
    this.hooks?.().lost(why);
    if (why === 'turned' || this.isClosed || this.isAway) return;
    this.isAway = true;
    this.options.onLink?.('lost');
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
    await this.follow(await readGeneration(link, clock, this.life));
    this.held = [];
    await link.listen(this.id, (text) => this.hear(text));
    const sentAt = machine.now();
    const [joined] = await link.call('join', [this.id, -1]);
    if (joined !== 'joined') throw new LinkDown('the cluster was reset in between');
    const loaded = await link.call('load', [this.id, -1]);
    if (loaded[0] !== 'loaded') throw new LinkDown('the cluster could not be read');
    const [, reg, epoch, settledEpoch, members, added, removed, passwords, status, disabled, ...time] =
      loaded;
    await adoptClock(clock, clockIn(time));
    this.applied = Number(reg);
    this.settledEpoch = Number(settledEpoch);
    this.regroup(Number(epoch), members as string[]);
    this.hooks?.().loaded({
      added: added as string[],
      removed: removed as string[],
      passwords: pairs(passwords as string[]),
      status: pairs(status as string[]),
      disabled: pairs(disabled as string[]),
    });
    this.entered = true;
    this.leaseEnd = sentAt + LEASE;
    const { held } = this;
    this.held = undefined;
    const ready = this.hooks?.().joined(Number(reg));
    for (const told of held) this.apply(told);
    this.changed();
    await ready;
    if (this.isAway) this.options.onLink?.('back');
    this.isAway = false;
    void this.release();
  }

  /** What was remembered before a reset is over here, too. */
  private async follow(generation: Generation): Promise<void> {
    const { link } = this.options;
    const isNew = generation.name !== this.generation.name;
    this.generation = generation;
    link.use(generation.name);
    if (isNew) this.hooks?.().turned(generation.beginning ?? { name: 'reset' });
  }

  private hear(text: string): void {
    // Its own events have been delivered when they happened; to parse them would cost as much as to serve a request.
    if (text.startsWith(`0\n{"t":"event","from":"${this.id}"`)) return;
    const told = readTold(text);
    if (!told) return;
    if (this.held) this.held.push(told);
    else this.apply(told);
  }

  private apply({ reg, message }: RegistryMessage): void {
    if (reg > 0 && reg <= this.applied) return;
    if (message.t === 'answer') this.questions.answered(message);
    else if (message.t === 'members') {
      this.regroup(reg, message.members);
      this.questions.keepTo(message.members);
      void this.release();
    } else if (message.t === 'turned') {
      this.lose('turned');
      void this.enter();
    } else if (message.t === 'settled') this.settledEpoch = message.epoch;
    else this.hooks?.().heard(message, reg);
    if (reg > 0) this.applied = reg;
    this.changed();
  }

  /** Gives away what belongs to others now, and says so. */
  private async release(): Promise<void> {
    const { id } = this;
    const { epoch } = this;
    try {
      await this.hooks?.().moved();
      this.scripts.sendEvents();
      if (epoch === this.epoch && id === this.id) await this.scripts.callAnyway('ack', epoch);
    } catch {
      // The next view, or the next life, does it again.
    }
  }
}

/** What stays the same of an instance when it joins anew. */
export function nameOf(id: string): string {
  return id.split('-').slice(0, 2).join('-');
}
