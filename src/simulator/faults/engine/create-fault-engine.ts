// The faults of one simulator: takes orders, and puts the active faults between the clients and the service.
import { assert } from '../../../kernel/assert.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Random } from '../../../kernel/random.js';
import type { Dialect } from '../../../dialect/dialect.js';
import type { InfluenceSlot } from '../../device/influence-slot.js';
import type { composeInfluences } from '../../device/influences.js';
import type { DeviceIdentity } from '../../fleet/fleet-spec.js';
import type { Refusal } from '../../service/outcome.js';
import type { Interception, InterceptionSlot } from '../../transport/interception.js';
import type { RestReply } from '../../transport/rest/message.js';
import { faultType } from '../registry.js';
import type { FaultOrder } from '../order.js';
import { createSelects } from '../selector.js';
import { createBook } from './book.js';
import { createAccessEdge } from './access-edge.js';
import { createEventEdge } from './event-edge.js';
import type { FaultCounts } from './fault-counts.js';
import { createHandles, type Handles } from './handles.js';
import { selectedDevices } from './devices.js';
import { createWorldGrips, type Gripped, type Grips } from './grips.js';
import { createInfluenceEdge } from './influence-edge.js';
import { createInstance, type FaultInstance, type FaultJournal } from './instance.js';
import { createMessageEdge } from './message-edge.js';
import { createRestEdge } from './rest-edge.js';
import type { FaultStatus } from './status.js';
import type { World } from './world.js';

export interface FaultEngineOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly dialect: Dialect;
  readonly journal: FaultJournal;
  /** Functions of other parts, which faults may not import. */
  readonly composeInfluences: typeof composeInfluences;
  readonly refusalReply: (refusal: Refusal) => RestReply;
  /** Holds the engine's interception while a fault is active. */
  readonly interception: InterceptionSlot;
  /** Holds the engine's influences while a fault changes what devices do. */
  readonly influences: InfluenceSlot<DeviceIdentity>;
  /** What the instances of a cluster count together. */
  readonly counts?: FaultCounts | undefined;
}

export interface FaultEngine {
  /** Gives the faults their world, once; for faults that were ordered before, the time of `after` starts now. */
  attach(world: World): void;
  /** Returns the id. A fault that has this id already is cleared first. */
  add(order: FaultOrder): string;
  /** Number of the next order. */
  nextMark: number;
  /**
   * Decides beforehand what the faults do to this device in the next act. The result is to be called after it. Undefined
   * where nobody has to be asked.
   */
  ahead(deviceId: string): Promise<() => void> | undefined;
  /** Ends the fault and forgets it; false when there is none. */
  clear(id: string): boolean;
  clearAll(): void;
  /** Oldest first; ended faults stay until they are cleared, the last hundred of them. */
  list(): readonly FaultStatus[];
  /** How many ids have been given to faults of each type: the next ones go on from there. */
  readonly numbers: Map<string, number>;
  /** Whether a fault holds it at this moment, and lets it go when the fault ends. */
  isHeld(what: Gripped, key: string): boolean;
}

export function createFaultEngine(options: FaultEngineOptions): FaultEngine {
  const active: FaultInstance[] = [];
  const handles = createHandles();
  const influences = createInfluenceEdge(
    options.clock,
    active,
    options.composeInfluences,
    options.influences,
  );
  let world: World | undefined;
  const theWorld = (): World => {
    assert(world, 'faults have no world before they are attached to one');
    return world;
  };

  const interception: Interception = {
    ...createRestEdge(active, theWorld),
    message: createMessageEdge(options.dialect, active),
    ...createEventEdge(active, handles),
    ...createAccessEdge(active, handles.take),
    opening: handles.take,
  };
  /** Puts the engine between the clients and the service, or takes it out. */
  const place = (): void => {
    options.interception.current = active.length > 0 ? interception : undefined;
    if (active.length === 0) handles.releaseAll();
    else for (const opened of theWorld().connections.open()) handles.take(opened);
  };

  const grips = createWorldGrips(theWorld);
  const create = createMaker(options, handles, grips, theWorld, (instance) => {
    const at = active.indexOf(instance);
    if (instance.status().state === 'active') active.push(instance);
    else if (at >= 0) active.splice(at, 1);
    place();
    influences.change(instance, theWorld().fleet);
  });
  let nextMark = 0;
  const book = createBook((id, order) => {
    const instance = create(id, order, nextMark++);
    if (world) instance.start();
    return instance;
  });

  return {
    attach: (given) => {
      assert(!world, 'faults are attached to one world only');
      world = given;
      for (const instance of book.all()) instance.start();
    },
    add: book.add,
    get nextMark() {
      return nextMark;
    },
    set nextMark(mark) {
      nextMark = mark;
    },
    ahead: (deviceId) => aheadOf(active, deviceId),
    clear: book.clear,
    clearAll: () => {
      for (const { id } of book.all()) book.clear(id);
    },
    list: () => book.all().map((instance) => instance.status()),
    numbers: book.numbers,
    isHeld: grips.isHeld,
  };
}

/** Returns the function that makes the instance of an order. */
function createMaker(
  { clock, random, dialect, journal, refusalReply, counts }: FaultEngineOptions,
  handles: Handles,
  grips: Grips,
  world: () => World,
  onChange: (instance: FaultInstance) => void,
): (id: string, order: FaultOrder, mark: number) => FaultInstance {
  return (id, order, mark) => {
    const kind = faultType(order.type);
    assert(kind, `there is no fault ${order.type}; orders come from a plan or from readFaultOrder`);
    const selects = createSelects(order.selector, (deviceId) => world().fleet.identity(deviceId)?.profileId);
    return createInstance({
      id,
      mark,
      kind,
      order,
      counts,
      clock,
      random: random.stream(`fault/${id}`),
      journal,
      selects,
      onChange,
      surroundings: () => ({
        clock,
        dialect,
        world: world(),
        grips,
        selects,
        devices: () => selectedDevices(world().fleet, order.selector, selects),
        connections: () =>
          world()
            .connections.open()
            .filter(({ connection: { clientId } }) => selects({ clientId }))
            .map(handles.take),
        refusalReply,
        leads: () => counts?.leads ?? true,
      }),
    });
  };
}

/** Waits for all faults at once: few are staged. */
function aheadOf(active: readonly FaultInstance[], deviceId: string): Promise<() => void> | undefined {
  const asked = active.flatMap((instance) =>
    instance.ahead && instance.act()?.influences && instance.selects({ deviceId }) ? [instance.ahead()] : [],
  );
  if (asked.length === 0) return undefined;
  return Promise.all(asked).then((done) => () => {
    for (const each of done) each();
  });
}
