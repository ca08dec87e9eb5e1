// What holds of every store of what the service remembers: random histories, each step of which has to come out as the
// model of the interface says.
import fc from 'fast-check';
import { deepStrictEqual as agree } from 'node:assert/strict';
import { it } from 'vitest';
import type { Operation } from '../../src/contract/operations.js';
import type { ManualClock } from '../../src/kernel/manual-clock.js';
import type { ServiceState } from '../../src/simulator/service/service-state.js';
import { type ModelCommand, StateModel } from './state-model.js';

export interface StoreUnderTest {
  readonly clock: ManualClock;
  state(): ServiceState;
  /** The process is killed and starts again; undefined for a store that does not survive that. */
  readonly restart: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

type Step =
  | {
      readonly do: 'begin';
      readonly client: string;
      readonly device: string;
      readonly key: string;
      readonly action: 'on' | 'off';
    }
  | { readonly do: 'end'; readonly nth: number; readonly status: 'succeeded' | 'failed' }
  | { readonly do: 'refresh' | 'endRefresh'; readonly client: string; readonly device: string }
  | { readonly do: 'spend' | 'giveBack'; readonly client: string }
  | { readonly do: 'read'; readonly nth: number; readonly client: string; readonly mayRead: boolean }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'restart' };

const client = fc.constantFrom('one', 'two');
const device = fc.constantFrom('a', 'b', 'c');
const nth = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      client,
      device,
      key: fc.constantFrom('k1', 'k2', 'k3'),
      action: fc.constantFrom('on' as const, 'off' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      nth,
      status: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('refresh' as const, 'endRefresh' as const), client, device }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('spend' as const, 'giveBack' as const), client }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      nth,
      client,
      mayRead: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 500, 2999, 3000, 4000, 20_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

export function stateSuite(open: () => Promise<StoreUnderTest>, runs: number): void {
  it('agrees with the model of the interface on every history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const store = await open();
        try {
          const history = createHistory(store);
          for (const each of steps) await history(each);
        } finally {
          await store.close();
        }
      }),
      { numRuns: runs, seed: 20 },
    );
  });
}

interface Known {
  readonly command: ModelCommand;
  readonly commandId: string;
  end: ((status: 'succeeded' | 'failed') => Promise<void>) | undefined;
}

/** Takes a step in the store and in the model, and compares. */
function createHistory(store: StoreUnderTest): (taken: Step) => Promise<void> {
  const { clock } = store;
  const model = new StateModel();
  let known: Known[] = [];
  const refreshes = new Map<string, () => unknown>();

  const begin = async (taken: Extract<Step, { do: 'begin' }>): Promise<void> => {
    const { client: clientId, device: deviceId, key, action } = taken;
    const expected = model.begin(clientId, deviceId, key, action, clock.now());
    const relays = [{ index: 1, action }];
    const operation: Operation = { name: 'device.relay.set', params: { relays } };
    const begun = await store
      .state()
      .beginCommand({ clientId, deviceId, operation, idempotencyKey: key }, () => true);
    if (typeof expected === 'string') {
      agree(begun.kind === 'limited' ? `limited ${begun.wait}` : begun.kind, expected);
      return;
    }
    const before = known.find(({ command }) => command === expected);
    agree(begun.kind, before ? 'repeat' : 'begun');
    if (begun.kind !== 'begun' && begun.kind !== 'repeat') return;
    const { commandId } = begun.entry.command;
    if (before) agree(commandId, before.commandId);
    else agree(known.map((each) => each.commandId).includes(commandId), false);
    if (before?.end === undefined && before) agree((await begun.entry.finished)?.status, expected.status);
    if (begun.kind !== 'begun') return;
    const end = async (status: 'succeeded' | 'failed'): Promise<void> => {
      begun.end({ status });
      agree((await begun.entry.finished)?.status, status);
    };
    known.push({ command: expected, commandId, end });
  };
  const end = async ({ nth: at, status }: Extract<Step, { do: 'end' }>): Promise<void> => {
    const chosen = known.filter((each) => each.end)[at];
    if (!chosen) return;
    model.end(chosen.command, status, clock.now());
    await chosen.end?.(status);
    chosen.end = undefined;
  };
  const readIn = (
    { client: reader, mayRead }: Extract<Step, { do: 'read' }>,
    command: ModelCommand,
  ): string => {
    if (!mayRead || model.isOver(command, clock.now())) return 'none';
    const counted = model.spend(reader, clock.now());
    return counted === 'spent' ? command.status : counted;
  };
  const restart = async (): Promise<void> => {
    if (!store.restart) return;
    await store.restart();
    model.restart(clock.now());
    refreshes.clear();
    known = known.map((each) => ({ ...each, end: undefined }));
  };

  return async (taken) => {
    const now = clock.now();
    switch (taken.do) {
      case 'begin':
        return begin(taken);
      case 'end':
        return end(taken);
      case 'refresh': {
        const begun = await store
          .state()
          .beginRefresh({ clientId: taken.client, deviceId: taken.device, origin: undefined });
        const expected = model.refresh(taken.device, now);
        agree(begun.kind === 'limited' ? `limited ${begun.wait}` : begun.kind, expected);
        if (begun.kind === 'begun') refreshes.set(taken.device, begun.end);
        return;
      }
      case 'endRefresh': {
        const finish = refreshes.get(taken.device);
        if (!finish) return;
        refreshes.delete(taken.device);
        model.endRefresh(taken.device);
        await finish();
        return;
      }
      case 'spend': {
        const wait = await store.state().spend(taken.client, 'query');
        agree(wait === undefined ? 'spent' : `limited ${wait}`, model.spend(taken.client, now));
        return;
      }
      case 'giveBack':
        store.state().giveBack(taken.client, 'query');
        model.giveBack(taken.client, now);
        return;
      case 'read': {
        const chosen = known[taken.nth];
        if (!chosen) return;
        const { client: reader, mayRead } = taken;
        const read = await store.state().readCommand(reader, chosen.commandId, () => mayRead);
        const seen = read.kind === 'read' ? read.command.status : read.kind;
        agree(read.kind === 'limited' ? `limited ${read.wait}` : seen, readIn(taken, chosen.command));
        return;
      }
      case 'wait':
        await clock.advance(taken.ms);
        return;
      case 'restart':
        return restart();
    }
  };
}
