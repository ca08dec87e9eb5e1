import { commandData } from '../../envelope.js';
import { invalid, written } from '../route.js';
export function readingRoutes({ service, dialect, }) {
    const { shapes, paging, without } = dialect;
    return {
        'devices.list': ({ caller, search }) => {
            const page = without.has('paging') ? WHOLE : pageOf(search, paging);
            if (!page.ok)
                return page;
            return written(service.listDevices(caller, page.value), shapes.deviceList.write);
        },
        'devices.read': async ({ caller, parameters }) => written(await service.refresh(caller, parameters['deviceId'] ?? ''), shapes.deviceDetail.write),
        'devices.config': ({ caller, parameters }) => written(service.readConfig(caller, parameters['deviceId'] ?? ''), shapes.deviceConfig.write),
        'profiles.list': ({ caller }) => written(service.listProfiles(caller), shapes.profileList.write),
        'commands.read': ({ caller, parameters }) => written(service.readCommand(caller, parameters['commandId'] ?? ''), (command) => commandData(dialect, command)),
    };
}
const WHOLE = { ok: true, value: {} };
function pageOf(search, names) {
    if (search === '')
        return WHOLE;
    const query = new URLSearchParams(search);
    const limit = query.get(names.limit);
    const cursor = query.get(names.cursor);
    if (limit !== null && !/^[1-9]\d{0,5}$/.test(limit))
        return invalid(`${names.limit} is a whole number from 1.`);
    return {
        ok: true,
        value: { ...(limit === null ? {} : { limit: Number(limit) }), ...(cursor === null ? {} : { cursor }) },
    };
}
