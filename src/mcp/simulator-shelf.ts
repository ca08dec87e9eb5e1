// The simulators that tools have started, by name. They end with the program.
import { type SimulatorSetup, type StartedSimulator, startSimulator } from '../library/start-simulator.js';
import { MCP_LIMITS } from './limits.js';

export interface SimulatorShelf {
  /** Undefined when there are as many as there may be. */
  start(
    setup: Pick<SimulatorSetup, 'seed' | 'defects'>,
  ): Promise<readonly [string, StartedSimulator] | undefined>;
  find(name: string): StartedSimulator | undefined;
  names(): readonly string[];
  /** Whether there was one of this name. */
  stop(name: string): Promise<boolean>;
  stopAll(): Promise<void>;
}

export function createSimulatorShelf(): SimulatorShelf {
  const running = new Map<string, StartedSimulator>();
  let count = 0;
  let starting = 0;
  const stop = async (name: string): Promise<boolean> => {
    const simulator = running.get(name);
    running.delete(name);
    await simulator?.close();
    return simulator !== undefined;
  };
  return {
    start: async (setup) => {
      if (running.size + starting >= MCP_LIMITS.simulators) return undefined;
      starting += 1;
      try {
        const simulator = await startSimulator({ ...setup, control: true });
        count += 1;
        const name = `simulator-${count}`;
        running.set(name, simulator);
        return [name, simulator];
      } finally {
        starting -= 1;
      }
    },
    find: (name) => running.get(name),
    names: () => [...running.keys()],
    stop,
    stopAll: async () => {
      await Promise.all([...running.keys()].map(stop));
    },
  };
}
