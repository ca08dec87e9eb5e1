// The faults of one simulator: takes orders, and puts the active faults between the clients and the service.
import { assert } from '../../../kernel/assert.js';
import { faultType } from '../registry.js';
import { createSelects } from '../selector.js';
import { createBook } from './book.js';
import { createAccessEdge } from './access-edge.js';
import { createEventEdge } from './event-edge.js';
import { createHandles } from './handles.js';
import { selectedDevices } from './devices.js';
import { createWorldGrips } from './grips.js';
import { createInfluenceEdge } from './influence-edge.js';
import { createInstance } from './instance.js';
import { createMessageEdge } from './message-edge.js';
import { createRestEdge } from './rest-edge.js';
export function createFaultEngine(options) {
    const active = [];
    const handles = createHandles();
    const influences = createInfluenceEdge(options.clock, active, options.composeInfluences, options.influences);
    let world;
    const theWorld = () => {
        assert(world, 'faults have no world before they are attached to one');
        return world;
    };
    const interception = {
        ...createRestEdge(active, () => theWorld().ports.access),
        message: createMessageEdge(options.dialect, active),
        ...createEventEdge(active, handles),
        ...createAccessEdge(active, handles.take),
        opening: handles.take,
    };
    /** Puts the engine between the clients and the service, or takes it out. */
    const place = () => {
        options.interception.current = active.length > 0 ? interception : undefined;
        if (active.length === 0)
            handles.releaseAll();
        else
            for (const opened of theWorld().connections.open())
                handles.take(opened);
    };
    const create = createMaker(options, handles, theWorld, (instance) => {
        const at = active.indexOf(instance);
        if (instance.status().state === 'active')
            active.push(instance);
        else if (at >= 0)
            active.splice(at, 1);
        place();
        influences.change(instance, theWorld().fleet);
    });
    const book = createBook((id, order) => {
        const instance = create(id, order);
        if (world)
            instance.start();
        return instance;
    });
    return {
        attach: (given) => {
            assert(!world, 'faults are attached to one world only');
            world = given;
            for (const instance of book.all())
                instance.start();
        },
        add: book.add,
        clear: book.clear,
        clearAll: () => {
            for (const { id } of book.all())
                book.clear(id);
        },
        list: () => book.all().map((instance) => instance.status()),
    };
}
/** Returns the function that makes the instance of an order. */
function createMaker({ clock, random, dialect, journal, refusalReply }, handles, world, onChange) {
    const grips = createWorldGrips(world);
    return (id, order) => {
        const kind = faultType(order.type);
        assert(kind, `there is no fault ${order.type}; orders come from a plan or from readFaultOrder`);
        const selects = createSelects(order.selector, (deviceId) => world().fleet.identity(deviceId)?.profileId);
        return createInstance({
            id,
            kind,
            order,
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
                connections: () => world()
                    .connections.open()
                    .filter(({ connection: { clientId } }) => selects({ clientId }))
                    .map(handles.take),
                refusalReply,
            }),
        });
    };
}
