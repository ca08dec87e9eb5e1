// The processes that live in virtual time: who takes part, who has something to do, and when each is to be woken.
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Timer } from '../../kernel/clock.js';
import { callOnHost, hostNow } from '../../kernel/host-time.js';
import type { VirtualClock } from '../../kernel/virtual-clock.js';
import type { Report } from './message.js';
import { createServiceView } from './service-sockets.js';

/** Ms of the machine: for a process to begin or to come to rest, and for bytes that nobody reads. */
export const MEMBER_PATIENCE = { begin: 30_000, rest: 60_000, unread: 1000 };
/** After a process has let go of the clock, until it has ended or another has taken its place; ms of the machine. */
const LONGEST_CHANGE = 1000;
/** Where others of the same start go on: until they have noted it. */
const SHORTEST_CHANGE = 50;

/** To whoever has joined, before any question. */
const GREETING = '\n';

/** A process that takes part. */
interface Member {
  readonly start: string;
  readonly socket: Socket;
  /** What it told last. */
  report: Report | undefined;
  /** It may have something to do since. */
  isAwake: boolean;
  timer: Timer | undefined;
  answer: ((report: Report | undefined) => void) | undefined;
}

/** @param fail time is not to be trusted any more, with why. */
export function createMembers(
  clock: () => VirtualClock,
  patience: typeof MEMBER_PATIENCE,
  fail: (why: string) => void,
) {
  const members = new Set<Member>();
  const starts = createStarts(clock, patience.begin, fail);
  const service = createServiceView();
  const ask = createQuestions(patience.rest, fail);

  const leave = (member: Member): void => {
    members.delete(member);
    member.timer?.cancel();
    member.answer?.(undefined);
    const others = [...members].filter(({ start }) => start === member.start);
    // Who waited for its end has something to do when it has noted that.
    const longest = others.length > 0 ? SHORTEST_CHANGE : LONGEST_CHANGE;
    starts.left(member.start, longest, () => others.forEach(wake));
  };
  const startAt = new Map<string, string>();
  const take = (member: Member, report: Report): void => {
    member.report = report;
    for (const { ports } of report.sockets) startAt.set(servicePortOf(ports), member.start);
    member.isAwake = false;
    member.timer?.cancel();
    const { next } = report;
    const due = (): void => wake(member);
    member.timer = next === null ? undefined : clock().setTimer('client', next - clock().now(), due);
  };
  const quiet = createQuiet({ members, startAt, service, starts, ask, take, patience: patience.unread });
  return {
    join: (socket: Socket): void => {
      let member: Member | undefined;
      socket.on('close', () => member && leave(member));
      const lines = createInterface({ input: socket }).on('error', () => undefined);
      lines.on('line', (line) => {
        const told = toldIn(line);
        if (told === undefined) socket.destroy();
        else if (member) member.answer?.(told as Report);
        else members.add((member = memberOf(told, socket)));
        if (typeof told === 'string') starts.joined(told);
        // Who forks waits for that: until then time could move on without the new process.
        if (typeof told === 'string') socket.write(GREETING);
      });
    },
    begin: starts.begin,
    told: (start: string, line: string, tell: (line: string) => void): void => {
      starts.given(start, Buffer.byteLength(line) + 1);
      for (const member of members) if (member.start === start) wake(member);
      tell(line);
    },
    quiet,
    close: (): void => {
      service.dispose();
      for (const { socket } of members) socket.destroy();
    },
  };
}

interface QuietParts {
  readonly members: ReadonlySet<Member>;
  /** Who talks to a port of the service: each start has one of its own. */
  readonly startAt: ReadonlyMap<string, string>;
  readonly service: ReturnType<typeof createServiceView>;
  readonly starts: ReturnType<typeof createStarts>;
  readonly ask: (member: Member) => Promise<Report | undefined>;
  readonly take: (member: Member, report: Report) => void;
  readonly patience: number;
}

/** Resolves when nobody has anything to do; with false when bytes have not been read for a while. */
function createQuiet({ members, startAt, service, starts, ask, take, patience }: QuietParts) {
  /** Each has read what was written to it, and the service what they wrote. */
  const isThrough = (): boolean => {
    const all = [...members];
    const ends = all.flatMap(({ report }) => report?.sockets ?? []);
    return service.isThrough(ends) && all.every(({ start, report }) => starts.hasRead(start, report));
  };
  /** Whose connection it is; all, where none has told of it or of others at that port yet. */
  const wakeOwners = (connections: ReadonlySet<string>): void => {
    const owned = new Set([...members].flatMap(portsOf));
    const alive = new Set([...members].map(({ start }) => start));
    const untold = [...connections].filter((ports) => !owned.has(ports));
    const owners = new Set(untold.map((ports) => startAt.get(servicePortOf(ports)) ?? ''));
    const isAnyones = [...owners].some((start) => !alive.has(start));
    for (const member of members) {
      const isTold = portsOf(member).some((ports) => connections.has(ports));
      if (isAnyones || owners.has(member.start) || isTold) wake(member);
    }
  };
  /** Processes and threads of one start may have woken each other. */
  const awake = (): readonly Member[] => {
    const ids = new Set([...members].flatMap(({ isAwake, start }) => (isAwake ? [start] : [])));
    return [...members].filter(({ start }) => ids.has(start));
  };
  return async (): Promise<boolean> => {
    let movedAt = hostNow();
    let before = '';
    for (;;) {
      await service.settled();
      wakeOwners(service.changed());
      const asked = awake();
      const reports = await Promise.all(asked.map(ask));
      for (const [at, member] of asked.entries()) {
        const report = reports[at];
        if (report && members.has(member)) take(member, report);
      }
      const changed = service.changed();
      // Another one may have joined meanwhile.
      if (changed.size === 0 && isThrough() && awake().length === 0) return true;
      wakeOwners(changed);
      (asked.length === 0 ? [...members] : asked).forEach(wake);
      const state = JSON.stringify(reports.map((each) => each && { ...each, turn: 0 }));
      if (changed.size > 0 || state !== before) movedAt = hostNow();
      else if (hostNow() - movedAt > patience) break;
      before = state;
    }
    service.giveUp();
    for (const { start, report } of members) starts.giveUp(start, report);
    return false;
  };
}

function servicePortOf(ports: string): string {
  return ports.slice(ports.indexOf('-') + 1);
}

function portsOf({ report }: Member): readonly string[] {
  return report?.sockets.map(({ ports }) => ports) ?? [];
}

function memberOf(told: unknown, socket: Socket): Member {
  const start = typeof told === 'string' ? told : '';
  return { start, socket, report: undefined, isAwake: true, timer: undefined, answer: undefined };
}

function wake(member: Member): void {
  member.isAwake = true;
}

/** Asks a process to do what is due, and to report when nothing is left to do; undefined when it has left. */
function createQuestions(patience: number, fail: (why: string) => void) {
  let turn = 0;
  return (member: Member): Promise<Report | undefined> =>
    new Promise((resolve) => {
      const end = (report: Report | undefined): void => {
        forget();
        member.answer = undefined;
        resolve(report);
      };
      const forget = callOnHost(() => {
        fail(`a process of the client did not come to rest within ${patience / 1000} s of this machine`);
        end(undefined);
      }, patience);
      member.answer = end;
      member.socket.write(`${JSON.stringify({ turn: ++turn })}\n`);
    });
}

/** The first line of a process is the start that it belongs to, the others are reports. */
function toldIn(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/** Processes of one start: what the command has started itself belongs to it. */
interface Start {
  /** Bytes of its input that it was given. */
  input: number;
  isOver: boolean;
  /** Somebody has joined, or nobody will. */
  joined: () => void;
}

function createStarts(clock: () => VirtualClock, patience: number, fail: (why: string) => void) {
  const starts = new Map<string, Start>();
  /** Until somebody has joined, or nobody will, or so many ms of the machine. */
  const standStill = (start: Start, longest: number, onLate: () => void): void => {
    const change = new Promise<void>((resolve) => {
      const forget = callOnHost(() => {
        onLate();
        resolve();
      }, longest);
      start.joined = () => {
        forget();
        resolve();
      };
    });
    void clock().outside(change);
  };
  return {
    /** Time stands still until the first process has joined. */
    begin: (id: string, ended: Promise<unknown>): void => {
      const start: Start = { input: 0, isOver: false, joined: () => undefined };
      starts.set(id, start);
      standStill(start, patience, () =>
        fail('the client takes no part in virtual time: --virtual is for programs of Node and Python'),
      );
      void ended.then(() => {
        start.isOver = true;
        start.joined();
      });
    },
    joined: (id: string): void => starts.get(id)?.joined(),
    /** A process has left: all ends, or a part, or something else begins in its place. */
    left: (id: string, longest: number, onOver: () => void): void => {
      const start = starts.get(id);
      if (start && !start.isOver) standStill(start, longest, onOver);
    },
    given: (id: string, bytes: number): void => {
      const start = starts.get(id);
      if (start) start.input += bytes;
    },
    hasRead: (id: string, report: Report | undefined): boolean =>
      (report?.input ?? Infinity) >= (starts.get(id)?.input ?? 0),
    /** What it does not read of its input holds up nobody. */
    giveUp: (id: string, report: Report | undefined): void => {
      const start = starts.get(id);
      if (start && typeof report?.input === 'number') start.input = report.input;
    },
  };
}
