// What the tools of one server share: limits, answers, the simulators and results that they keep.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { Io } from '../cli/io.js';
import type { ChecksResult } from '../library/run-checks.js';
import { type SimulatorSetup, type StartedSimulator, startSimulator } from '../library/start-simulator.js';

/** A server that the one who started this program has described in a file. */
export interface AllowedTarget {
  readonly name: string;
  /** Absolute path of its profile. */
  readonly path: string;
}

export interface ToolContext {
  readonly io: Io;
  readonly targets: readonly AllowedTarget[];
  /** Checks may change what the profiles list; otherwise all targets are read only. */
  readonly allowChanges: boolean;
  readonly simulators: SimulatorShelf;
  readonly runs: RunShelf;
  /** Aborts when the program is to end. */
  readonly ending: AbortSignal;
}

/** Looks only, changes what this program has made, or may change a server that a profile describes. */
type Reach = 'looks' | 'own' | 'target';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodRawShape;
  readonly reach: Reach;
  readonly run: (input: never, context: ToolContext, signal: AbortSignal) => Answer;
}

type Answer = CallToolResult | Promise<CallToolResult>;

export function tool<const S extends z.ZodRawShape>(
  name: string,
  reach: Reach,
  title: string,
  description: string,
  input: S,
  run: (input: z.output<z.ZodObject<S>>, context: ToolContext, signal: AbortSignal) => Answer,
): Tool {
  return { name, title, description, input, reach, run };
}

// What one tool call may cost, and what a server of tools keeps at most.

export const MCP_LIMITS = {
  /** Of a run, in seconds, where the call says nothing. Clients give up on a call after 60 s, mostly. */
  runSeconds: 45,
  mostRunSeconds: 600,
  /** Names in `what` and `rules` of a run. */
  names: 20,
  /** Rows of a list. */
  rows: 100,
  findings: 20,
  /** Exchanges that are shown with a finding. */
  exchanges: 6,
  /** Journal records in one answer. */
  records: 100,
  /** Characters of one text in an answer. */
  text: 1500,
  /** Characters of a whole answer. */
  answer: 60_000,
  simulators: 4,
  /** Faults that are ordered in one simulator at a time. */
  faults: 20,
  /** Results that can be looked into later. */
  results: 8,
} as const;

// The answer to a tool call: data as JSON, within a limit, or in words why there is none.

/** @param data what is shown; plain JSON in which secrets are replaced. */
export function answer(data: Readonly<Record<string, unknown>>): CallToolResult {
  const text = JSON.stringify(data, undefined, 1);
  if (text.length > MCP_LIMITS.answer)
    return refusal(`The answer has ${text.length} characters. Ask for less: a lower limit, or fewer names.`);
  return { content: [{ type: 'text', text }], structuredContent: { ...data } };
}

/** What was wrong with the call, and what to do about it. */
export function refusal(words: string): CallToolResult {
  return { content: [{ type: 'text', text: short(words) }], isError: true };
}

/** A text of at most so many characters; what is left out is said. */
export function short(text: string, most: number = MCP_LIMITS.text): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} characters left out)`;
}

/** A page of a list, and how many rows are before and after it. */
export function answerPage(
  name: string,
  all: readonly unknown[],
  offset: number,
  limit: number,
): Record<string, unknown> {
  const rows = all.slice(offset, offset + limit);
  const leftOut = all.length - rows.length;
  return { [name]: rows, total: all.length, ...(leftOut > 0 && { offset, leftOut }) };
}

// The arguments by which a tool gives a part of a long list.

export function paging(most: number = MCP_LIMITS.rows) {
  return {
    offset: z.int().min(0).max(1_000_000).default(0).describe('How many rows to pass over'),
    limit: z.int().min(1).max(most).default(Math.min(most, 50)).describe('How many rows to give, at most'),
  };
}

// The results of the last runs, by name, for those who want to look into them.

type RunShelf = ReturnType<typeof createRunShelf>;

export function createRunShelf() {
  const kept = new Map<string, ChecksResult>();
  let count = 0;
  let working: Promise<unknown> | undefined;
  return {
    /** @returns the name under which it can be found again; the oldest result gives way. */
    keep: (result: ChecksResult): string => {
      count += 1;
      const name = `run-${count}`;
      kept.set(name, result);
      const [oldest] = kept.keys();
      if (kept.size > MCP_LIMITS.results && oldest !== undefined) kept.delete(oldest);
      return name;
    },
    find: (name: string) => kept.get(name),
    names: () => [...kept.keys()],
    /** One run at a time: checks of two would meet on the same devices. Undefined while another is at work. */
    exclusively: <T>(run: () => Promise<T>): Promise<T> | undefined => {
      if (working) return undefined;
      const current = run().finally(() => {
        working = undefined;
      });
      working = current;
      return current;
    },
    /** Resolves when no run is at work. */
    idle: async (): Promise<void> => {
      await working?.catch(() => undefined);
    },
  };
}

// The simulators that tools have started, by name. They end with the program.

type SimulatorShelf = ReturnType<typeof createSimulatorShelf>;

export function createSimulatorShelf() {
  const running = new Map<string, StartedSimulator>();
  let count = 0;
  let starting = 0;
  /** Whether there was one of this name. */
  const stop = async (name: string): Promise<boolean> => {
    const simulator = running.get(name);
    running.delete(name);
    await simulator?.close();
    return simulator !== undefined;
  };
  return {
    /** Undefined when there are as many as there may be. */
    start: async (setup: Pick<SimulatorSetup, 'seed' | 'defects'>) => {
      if (running.size + starting >= MCP_LIMITS.simulators) return undefined;
      starting += 1;
      try {
        const simulator = await startSimulator({ ...setup, control: true });
        count += 1;
        const name = `simulator-${count}`;
        running.set(name, simulator);
        return [name, simulator] as const;
      } finally {
        starting -= 1;
      }
    },
    find: (name: string) => running.get(name),
    names: () => [...running.keys()],
    stop,
    stopAll: async (): Promise<void> => {
      await Promise.all([...running.keys()].map(stop));
    },
  };
}
