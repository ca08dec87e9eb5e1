import { CONFIGURATION, RELAYS } from './aspect.js';
export function createDeviceLedger(name, deviceId) {
    const aspects = [createAspectLedger(RELAYS), createAspectLedger(CONFIGURATION)];
    const jogged = new Set();
    let lastJogAt = 0;
    let handedOverAt = Number.NEGATIVE_INFINITY;
    const commanded = new Map();
    const sight = createSight();
    const ledgerOf = (aspect) => (aspect.name === 'relays' ? aspects[0] : aspects[1]);
    return {
        name,
        deviceId,
        aspects,
        aspect: ledgerOf,
        touch: ({ aspect, keys, jogs }) => {
            ledgerOf(aspect).touch(keys);
            sight.begin();
            for (const relay of jogs)
                jogged.add(relay);
        },
        jogged,
        get lastJogAt() {
            return lastJogAt;
        },
        jogEndedBy: (at) => {
            lastJogAt = Math.max(lastJogAt, at);
        },
        lastCommanded: commanded,
        commanded: (values) => {
            for (const [key, value] of values)
                if (value === undefined)
                    commanded.delete(key);
                else
                    commanded.set(key, value);
        },
        get handedOverAt() {
            return handedOverAt;
        },
        handedOver: (at) => {
            handedOverAt = at;
        },
        ended: sight.end,
        get sighting() {
            return sight.last;
        },
        saw: sight.see,
        disturb: () => {
            commanded.clear();
            sight.lose();
        },
        settledAt: sight.settledAt,
        changedByOthers: sight.changedByOthers,
    };
}
/** A change that got no reply may come about this long afterwards, in ms: longer than any relay takes. */
const MOST_LATE = 5000;
/** What was seen of the relays since the last change of anything, if that change surely was over by then. */
function createSight() {
    let last;
    let underWay = 0;
    let changedBy = 0;
    return {
        get last() {
            return last;
        },
        begin: () => {
            last = undefined;
            underWay++;
        },
        end: (exchange) => {
            underWay--;
            if (!exchange)
                return;
            const late = exchange.outcome.kind === 'reply' ? 0 : MOST_LATE;
            changedBy = Math.max(changedBy, exchange.answeredAt + late);
        },
        see: (seen, sentAt) => {
            if (underWay === 0 && sentAt >= changedBy)
                last = { values: seen, at: sentAt };
        },
        lose: () => {
            last = undefined;
        },
        settledAt: (now) => (underWay > 0 ? now + MOST_LATE : changedBy),
        changedByOthers: (at) => {
            last = undefined;
            changedBy = Math.max(changedBy, at + MOST_LATE);
        },
    };
}
function createAspectLedger(aspect) {
    const touched = new Set();
    let initial;
    return {
        aspect,
        get initial() {
            return initial;
        },
        touched,
        touch: (keys) => {
            for (const key of keys)
                touched.add(key);
        },
        note: (values) => {
            initial ??= values;
        },
        clear: () => touched.clear(),
    };
}
