// Many mutants at the gate, and an account of them.
import { setImmediate } from 'node:timers/promises';
import type { RandomStream } from '../../../src/kernel/random.js';
import { type Assault, DEVICES, forbiddenDeed } from './assault.js';
import { realWrite } from './generator/draft.js';
import { type Mutant, mutant } from './generator/mutate.js';
import { createSloppyServer } from './sloppy/server.js';
import type { Deed } from './sloppy/world.js';

export interface Told {
  /** What got through and did what the profile does not permit; the first ones. */
  readonly forbidden: readonly string[];
  /** Mutants over which the gate failed, which it refuses. */
  readonly gateErrors: readonly string[];
  /** Mutants that went out and did something that is permitted. */
  readonly passed: number;
  /** Real writes without a mutation: permitted ones that were held back, or others that were not. */
  readonly bare: { readonly heldBack: readonly string[] };
  /** What was done at the server, by its kind. */
  readonly done: Readonly<Record<Deed['kind'], number>>;
  /** What the mutants would have done without a gate. */
  readonly without: { readonly deeds: number; readonly forbidden: number };
  readonly summary: string;
}

const SHOWN = 40;
/** Mutants between two turns of the event loop: what a failed inflate holds is freed only in such a turn. */
const A_TURN = 200;

export async function storm(assault: Assault, random: RandomStream, count: number): Promise<Told> {
  const forbidden: string[] = [];
  const gateErrors: string[] = [];
  const openly = createSloppyServer(DEVICES);
  const done = { switch: 0, bytes: 0, jog: 0, baud: 0, manage: 0 };
  const total = { passed: 0, refused: 0, idle: 0, deeds: 0, without: 0, broken: 0, harmless: 0 };
  for (let at = 0; at < count; at++) {
    if (at % A_TURN === 0) await setImmediate();
    const each = mutant(random);
    const { deeds, refused } = await assault.send(each);
    for (const { kind } of deeds) done[kind]++;
    const broken = deeds.map(assault.forbids).find((why) => why !== undefined);
    if (broken !== undefined) {
      total.broken++;
      if (forbidden.length < SHOWN) forbidden.push(shown(each, broken));
    }
    if (refused === undefined) total[deeds.length > 0 ? 'passed' : 'idle']++;
    else total.refused++;
    if (refused?.startsWith('the gate failed')) gateErrors.push(`${refused} ${shown(each, '')}`);
    const would = openlyDone(openly, each);
    if (would.some((deed) => forbiddenDeed(deed) !== undefined)) total.without++;
    else if (would.length > 0 && refused !== undefined) total.harmless++;
    if (would.length > 0) total.deeds++;
  }
  const heldBack = await bareWrites(assault, random, Math.min(count, 2000));
  return {
    forbidden,
    gateErrors,
    passed: total.passed,
    bare: { heldBack },
    done,
    without: { deeds: total.deeds, forbidden: total.without },
    summary:
      `${count} mutants: ${total.broken} did what the profile does not permit; ${total.passed} did what it permits, ` +
      `${total.idle} went out and did nothing, ${total.refused} were refused. Without the gate ${total.deeds} would ` +
      `have done something, ${total.without} of them what is not permitted; ${total.harmless} permitted ones were ` +
      `refused because they are not understood.`,
  };
}

function openlyDone(openly: ReturnType<typeof createSloppyServer>, { channel, ...draft }: Mutant) {
  openly.world.deeds.length = 0;
  if (channel === 'rest') openly.http(draft);
  else openly.frame(draft.body);
  return [...openly.world.deeds];
}

/** Without a mutation there is one right answer. */
async function bareWrites(assault: Assault, random: RandomStream, count: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < count; at++) {
    const write = realWrite(random);
    const { refused, deeds } = await assault.send(write);
    const right = write.allowed ? refused === undefined && deeds.length > 0 : refused !== undefined;
    if (!right && wrong.length < SHOWN) wrong.push(`${write.what}: ${refused ?? 'went out'}`);
  }
  return wrong;
}

function shown({ channel, method, path, headers, body, by }: Mutant, why: string): string {
  return JSON.stringify({ why, by, channel, method, path, body, headers }).slice(0, 1500);
}
