// The faults of one simulator: takes orders, and puts the edges of the active faults at their places.
import { assert } from '../../../kernel/assert.js';
import { isGlob } from '../../../pattern/glob.js';
import { bareDevices } from '../../device/places.js';
import type { Edge } from '../../edge/edge.js';
import type { Place } from '../../edge/edges.js';
import type { DeviceIdentity } from '../../fleet/fleet-spec.js';
import type { Fleet } from '../../fleet/fleet.js';
import { refusalReply } from '../../transport/rest/handle.js';
import { faultType } from '../registry.js';
import type { FaultOrder } from '../order.js';
import { createSelects, type Selector, type Selects } from '../selector.js';
import { createHandles, type Handles } from './connection-handle.js';
import { type Askings, createAskings, guarded } from './guard.js';
import { createDevicePlaces, type PlacesOfDevices } from './device-places.js';
import {
  createInstance,
  type FaultEngineOptions,
  type FaultInstance,
  type FaultStatus,
  type FaultSurroundings,
} from './instance.js';
import type { Grips, World, Grip } from './site.js';

export type FaultEngine = ReturnType<typeof createFaultEngine>;

export function createFaultEngine(options: FaultEngineOptions) {
  const active: FaultInstance[] = [];
  const edges = new Map<FaultInstance, Edge>();
  const handles = createHandles();
  const devices = { now: bareDevices };
  const changeDevices = createDevicePlaces(options.clock, active, devices);
  let world: World | undefined;
  const theWorld = (): World => {
    assert(world, 'faults have no world before they are attached to one');
    return world;
  };
  const askings = createAskings(options.dialect, theWorld);
  const change = (instance: FaultInstance): void => {
    const edge = instance.edge();
    const at = active.indexOf(instance);
    if (edge) active.push(instance);
    else if (at >= 0) active.splice(at, 1);
    if (edge) edges.set(instance, guarded(instance, edge, { askings, isOpen: handles.has }));
    else edges.delete(instance);
    theWorld().edges.put(active.length > 0 ? [takingWith(handles), ...edges.values()] : []);
    if (active.length === 0) handles.releaseAll();
    else for (const opened of theWorld().connections.open()) handles.take(opened);
    changeDevices(instance, theWorld().fleet);
  };

  const grips = createWorldGrips(theWorld);
  const create = createMaker(options, { handles, grips, askings, world: theWorld }, change);
  let nextMark = 0;
  const book = createBook((id, order) => {
    const instance = create(id, order, nextMark++);
    if (world) instance.start();
    return instance;
  });

  return {
    /** Gives the faults their world, once; for faults that were ordered before, the time of `after` starts now. */
    attach: (given: World): void => {
      assert(!world, 'faults are attached to one world only');
      world = given;
      for (const instance of book.all()) instance.start();
    },
    /** What is at the places of devices; for the fleet. */
    devices: devices as Place<PlacesOfDevices>,
    /** Returns the id. A fault that has this id already is cleared first. */
    add: book.add,
    /** Number of the next order. */
    get nextMark() {
      return nextMark;
    },
    set nextMark(mark) {
      nextMark = mark;
    },
    /**
     * Decides beforehand what the faults do to this device in the next act. The result is to be called after it.
     * Undefined where nobody has to be asked.
     */
    ahead: (deviceId: string): Promise<() => void> | undefined => aheadOf(active, deviceId),
    /** Ends the fault and forgets it; false when there is none. */
    clear: book.clear,
    clearAll: book.clearAll,
    /** Oldest first; ended faults stay until they are cleared, the last hundred of them. */
    list: (): readonly FaultStatus[] => book.all().map((instance) => instance.status()),
    /** How many ids have been given to faults of each type: the next ones go on from there. */
    numbers: book.numbers,
    /** Whether a fault holds it at this moment, and lets it go when the fault ends. */
    isHeld: grips.isHeld,
  };
}

/** Before the session is made, so that nothing passes the handle. */
function takingWith(handles: Handles): Edge {
  return {
    opening: (opened, caller, next) => {
      handles.take(opened);
      return next(opened, caller);
    },
  };
}

interface Shared {
  readonly handles: Handles;
  readonly grips: Grips;
  readonly askings: Askings;
  readonly world: () => World;
}

/** Returns the function that makes the instance of an order. */
function createMaker(
  { random, ...options }: FaultEngineOptions,
  { handles, grips, askings, world }: Shared,
  onChange: (instance: FaultInstance) => void,
): (id: string, order: FaultOrder, mark: number) => FaultInstance {
  const { clock, dialect, counts } = options;
  const ids = random.stream('fault-request-id');
  return (id, order, mark) => {
    const kind = faultType(order.type);
    assert(kind, `there is no fault ${order.type}; orders come from a plan or from readFaultOrder`);
    const { selector } = order;
    const selects = createSelects(selector, (deviceId) => world().fleet.identity(deviceId)?.profileId);
    const surroundings = (): FaultSurroundings => ({
      clock,
      dialect,
      world: world(),
      grips,
      selects,
      asking: askings.of,
      devices: () => selectedDevices(world().fleet, selector, selects),
      connections: () =>
        world()
          .connections.open()
          .filter(({ connection: { clientId } }) => selects({ clientId }))
          .map(handles.take),
      handle: handles.take,
      refusalReply: (refusal) => refusalReply(refusal, dialect, ids),
      leads: () => counts?.leads ?? true,
    });
    const own = random.stream(`fault/${id}`);
    return createInstance({
      ...options,
      id,
      mark,
      kind,
      order,
      random: own,
      selects,
      onChange,
      surroundings,
    });
  };
}

/** Waits for all faults at once: few are staged. */
function aheadOf(active: readonly FaultInstance[], deviceId: string): Promise<() => void> | undefined {
  const asked = active.flatMap((instance) =>
    instance.ahead && instance.edge()?.device && instance.selects({ deviceId }) ? [instance.ahead()] : [],
  );
  if (asked.length === 0) return undefined;
  return Promise.all(asked).then((done) => () => {
    for (const each of done) each();
  });
}

/** Without a walk through the fleet where ids name the devices. */
function* selectedDevices(
  fleet: Pick<Fleet, 'list' | 'identity'>,
  { device }: Selector,
  selects: Selects,
): Generator<DeviceIdentity> {
  const named = device && !device.some(isGlob);
  for (const identity of named ? identitiesOf(fleet, device) : fleet.list()) {
    if (selects({ deviceId: identity.deviceId })) yield identity;
  }
}

function identitiesOf(fleet: Pick<Fleet, 'identity'>, ids: readonly string[]): DeviceIdentity[] {
  return ids.flatMap((id) => fleet.identity(id) ?? []);
}

// The faults that have been ordered, by id, in the order of the orders.

/** How many ended faults stay in the list. */
const MOST_ENDED = 100;

function createBook(create: (id: string, order: FaultOrder) => FaultInstance) {
  const instances = new Map<string, FaultInstance>();
  const numbers = new Map<string, number>();

  /** `slow-1`, `slow-2`: the same orders get the same ids, and with them the same random streams. */
  const freeId = (type: string): string => {
    for (;;) {
      const number = (numbers.get(type) ?? 0) + 1;
      numbers.set(type, number);
      const id = `${type}-${number}`;
      if (!instances.has(id)) return id;
    }
  };
  const clear = (id: string): boolean => {
    const instance = instances.get(id);
    instances.delete(id);
    instance?.stop();
    return instance !== undefined;
  };
  const dropEnded = (): void => {
    const ended = [...instances.values()].filter((instance) => instance.status().state === 'ended');
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) instances.delete(id);
  };

  return {
    add: (order: FaultOrder): string => {
      const id = order.id ?? freeId(order.type);
      clear(id);
      dropEnded();
      instances.set(id, create(id, order));
      return id;
    },
    clear,
    clearAll: (): void => {
      for (const id of [...instances.keys()]) clear(id);
    },
    all: (): readonly FaultInstance[] => [...instances.values()],
    /** How many ids have been given to faults of each type. */
    numbers,
  };
}

// States that several faults may cause at the same time, such as a cut power supply. The last fault that ends undoes
// the state, unless it was there before the first one began.

/** @param apply returns false when the state was there already; then it is not undone. */
function createGrip(
  apply: (key: string) => boolean,
  undo: (key: string) => void,
): { readonly grip: Grip; isHeld(key: string): boolean } {
  const held = new Map<string, { holders: number; readonly ours: boolean }>();
  const grip: Grip = (key) => {
    const hold = held.get(key) ?? { holders: 0, ours: apply(key) };
    held.set(key, hold);
    hold.holders++;
    let holding = true;
    return () => {
      if (!holding) return;
      holding = false;
      hold.holders--;
      if (hold.holders > 0) return;
      held.delete(key);
      if (hold.ours) undo(key);
    };
  };
  return { grip, isHeld: (key) => held.get(key)?.ours ?? false };
}

/** The grips on devices and clients of a world that may come later. */
function createWorldGrips(world: () => World): Grips {
  /** @param had whether the device has what is taken from it. */
  const ofDevice = (
    had: 'linked' | 'powered',
    take: 'dropLink' | 'cutPower',
    giveBack: 'restoreLink' | 'restorePower',
  ) =>
    createGrip(
      (id) => {
        const device = world().fleet.get(id);
        const was = device?.physical()[had] ?? false;
        device?.stimuli[take]();
        return was;
      },
      (id) => world().fleet.get(id)?.stimuli[giveBack](),
    );
  const grips = {
    link: ofDevice('linked', 'dropLink', 'restoreLink'),
    power: ofDevice('powered', 'cutPower', 'restorePower'),
    client: createGrip(
      (id) => {
        const was = world().ports.access.stillEnabled(id).ok;
        world().ports.access.setDisabled(id, true);
        return was;
      },
      (id) => void world().ports.access.setDisabled(id, false),
    ),
  };
  const { link, power, client } = grips;
  return {
    link: link.grip,
    power: power.grip,
    client: client.grip,
    isHeld: (what, key) => grips[what].isHeld(key),
  };
}
