import { isWitness } from '../../profile/stimuli/catalogue.js';
import { SafetyError } from '../../target/gated-transport.js';
import { READ } from './effect.js';
import { readLoose } from './loose/read-loose.js';
import { wordsFor } from './loose/words.js';
import { isUpgrade, readNormalFrame } from './normal-frame.js';
import { readNormalRequest } from './normal-request.js';
import { plainJson, same } from './plain-json.js';
import { forbiddenBy } from './permission.js';
import { looseRequest } from './loose/loose-request.js';
export function createGate({ profile, dialect, restriction }) {
    const relays = new Map();
    const ids = new Set(Object.values(profile.devices).map(({ deviceId }) => deviceId));
    if (profile.management)
        ids.add(profile.management.deviceId);
    const permissions = { profile, restriction, ids, relaysOf: (deviceId) => relays.get(deviceId) };
    let words;
    const knowledge = () => {
        words ??= wordsFor(dialect);
        return {
            dialect,
            words,
            ids: [...ids],
            bytes: bytesOf(profile),
            bytesIn: (body) => bytesIn(dialect, body),
        };
    };
    const judge = (message) => {
        const reading = read(dialect, message, knowledge);
        const { effects } = reading;
        // A line to add to the profile says more than that something is not understood.
        for (const effect of effects) {
            const forbidden = forbiddenBy(permissions, effect);
            if (forbidden !== undefined)
                return { effects, forbidden };
        }
        const forbidden = reading.kind === 'unclear' ? unclear(message, reading.why) : undefined;
        return { effects, forbidden };
    };
    const safely = (message) => {
        try {
            return judge(message);
        }
        catch (error) {
            const why = error instanceof Error ? error.message : String(error);
            return { effects: [], forbidden: `the gate failed over it, so it is not sent: ${why}` };
        }
    };
    const admit = (message) => {
        const { forbidden } = safely(message);
        if (forbidden !== undefined)
            throw new SafetyError(forbidden);
    };
    return {
        restriction,
        judge: safely,
        guard: (transport) => guarded(transport, admit),
        forbidsAct: (act) => forbiddenBy(permissions, effectOf(act, profile)),
        learn: (deviceIds) => {
            for (const deviceId of deviceIds)
                ids.add(deviceId);
        },
        learnRelays: (deviceId, all) => void relays.set(deviceId, all),
    };
}
function read(dialect, message, knowledge) {
    switch (message.kind) {
        case 'http': {
            const effects = readNormalRequest(dialect, message);
            if (effects)
                return { kind: 'effects', effects };
            const loose = looseRequest(message);
            return 'why' in loose
                ? { kind: 'unclear', why: loose.why, effects: [] }
                : readLoose(loose, knowledge());
        }
        case 'open':
            if (isUpgrade(message.path))
                return READ;
            return readLoose({ method: 'GET', parts: [{ text: message.path, isPath: true }] }, knowledge());
        case 'frame': {
            const effects = readNormalFrame(dialect, message.text);
            if (effects)
                return { kind: 'effects', effects };
            return readLoose({ method: '', parts: [{ text: message.text, isPath: false }] }, knowledge());
        }
        default:
            return message;
    }
}
function unclear(message, why) {
    const what = message.kind === 'frame' ? 'frame' : 'request';
    return (`a ${what} that is not understood is not sent: ${why}; write it in the form of the dialect, or name in it ` +
        'nothing but what the profile lists under devices');
}
/** The bytes of a body in the form of the dialect that says nothing else, in hex. */
function bytesIn(dialect, body) {
    const codec = dialect.operationParams('device.rs485.transceive');
    const value = plainJson(body)?.value;
    const params = codec.decode(value);
    return params.ok && same(codec.encode(params.value), value) ? params.value.data : undefined;
}
/** In hex and lower case. */
function bytesOf({ devices }) {
    const all = Object.values(devices).flatMap(({ rs485 = {} }) => [rs485.answered, rs485.unanswered]);
    return [...new Set(all.filter((data) => data !== undefined && data !== ''))];
}
function effectOf(act, { stimuli }) {
    if (isWitness(act.name))
        return { kind: 'witness', act };
    const how = stimuli?.drivers[act.name]?.how;
    if (how?.kind !== 'wiring')
        return { kind: 'stimulus', act };
    const wire = how.wires.find(({ device, input }) => device === act.device?.name && input === act.index);
    return { kind: 'stimulus', act, relay: wire?.relay ?? 0 };
}
function guarded(transport, admit) {
    const socketOf = (socket) => ({
        send: (text) => {
            admit({ kind: 'frame', text });
            socket.send(text);
        },
        sendAndCut: async (text) => {
            admit({ kind: 'frame', text });
            await socket.sendAndCut(text);
        },
        close: (code, reason) => socket.close(code, reason),
        cut: () => socket.cut(),
    });
    const behind = {
        admit,
        http: async (request, options) => {
            admit(messageOf(request));
            return transport.http(request, options);
        },
        open: async (path, handlers, options) => {
            admit({ kind: 'open', path });
            const outcome = await transport.open(path, handlers, options);
            return outcome.kind === 'open' ? { kind: 'open', socket: socketOf(outcome.socket) } : outcome;
        },
        close: () => transport.close(),
    };
    // The mark exists for the compiler only: nothing but this function makes a transport that a target takes.
    return behind;
}
/** Only what goes out, whatever else the object carries. */
function messageOf({ method, path, headers, body }) {
    return { kind: 'http', method, path, headers, ...(body === undefined ? {} : { body }) };
}
