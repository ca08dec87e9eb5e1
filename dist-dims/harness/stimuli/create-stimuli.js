import { createSecrets } from '../../output/secrets.js';
import { SafetyError } from '../target/gated-transport.js';
import { failed, subjectOf } from '../profile/stimuli/act.js';
import { within } from './bounded.js';
import { comeBack } from './come-back.js';
import { createCalls } from './drivers/calls.js';
import { chooseDriver } from './drivers/choose-driver.js';
import { createPrompts } from './drivers/prompt.js';
import { createOffers } from './offers.js';
import { createUndoLedger } from './undo-ledger.js';
/** Undoing goes on for this long, whatever happens; in ms. */
const UNDO_TIME = 120_000;
export function createStimuli(options) {
    const { profile, clock, operator, instead, restriction, forbidsAct, secrets = createSecrets() } = options;
    const ledger = createUndoLedger();
    for (const { value, alias } of profile.stimuli?.secrets ?? [])
        secrets.keep(value, alias);
    const calls = createCalls(profile);
    const prompts = operator && createPrompts(operator);
    const random = options.random.stream('target/stimuli-keys');
    const key = () => `conform-stimulus-${Math.round(clock.now()).toString(36)}-${random.token(8)}`;
    const offers = createOffers(profile, {
        interactive: operator !== undefined,
        ...(instead === undefined ? {} : { instead }),
        ...(restriction && { restriction }),
    });
    const shared = { profile, prompts, key };
    const perform = async (target, act, signal) => {
        const forbidden = forbidsAct(act);
        if (forbidden !== undefined)
            return failed(forbidden);
        const chosen = options.drive
            ? { driver: options.drive, timeout: profile.patience }
            : chooseDriver(act.name, { ...shared, dispatcher: calls.dispatcher(), target });
        if (!chosen)
            return failed('the profile declares no driver for it');
        const acted = await within(clock, chosen.timeout, signal, (limited) => chosen.driver(act, limited));
        if (acted.kind === 'applied')
            ledger.done(act);
        target.trace.add(secrets.redact(recordOf(act, acted)));
        return acted.kind === 'failed' ? { ...acted, detail: secrets.redact(acted.detail) } : acted;
    };
    const undo = (target, left, signal, tell) => doAll(left, (act) => perform(target, act, signal), tell);
    return {
        offers,
        noteInitial: ledger.noteInitial,
        adopt: (left) => left.forEach(ledger.adopt),
        open: (target) => openSession({ profile, ledger, perform, undo, forbidsAct, book: options.book }, target),
        undoAll: (target, signal = new AbortController().signal, tell) => within(clock, UNDO_TIME, signal, (limited) => undo(target, ledger.pending(), limited, tell)),
        close: calls.close,
    };
}
/** What could not be done, in words. */
async function doAll(pending, perform, tell) {
    const left = [];
    for (const { undo: act } of pending) {
        const acted = await perform(act);
        if (acted.kind === 'failed')
            left.push(`${act.name} of ${subjectOf(act)} failed: ${acted.detail}`);
        else
            tell?.(`${act.name} of ${subjectOf(act)} is done`);
    }
    return left;
}
/** Why an act must not be done: it could not be stored what undoes it. */
async function store(left, book) {
    book.stimulus(left);
    const why = await book.stored();
    return why === undefined ? undefined : `it was not done, since the restore file cannot be written: ${why}`;
}
function openSession(parts, target) {
    const { profile, ledger, perform, undo, forbidsAct, book } = parts;
    const keys = new Set();
    const away = new Map();
    return {
        act: async (act, signal) => {
            const forbidden = forbidsAct(act);
            if (forbidden !== undefined)
                throw new SafetyError(forbidden);
            const begun = ledger.begin(act);
            if (!begun.ok)
                return failed(begun.why);
            if (begun.left)
                keys.add(begun.left.key);
            const unstored = begun.left && book && (await store(begun.left, book));
            if (unstored !== undefined)
                return failed(unstored);
            if (act.device && TAKES_AWAY.has(act.name))
                away.set(act.device.name, act.device);
            return perform(target, act, signal);
        },
        undo: async (signal) => {
            const left = await undo(target, ledger.pending().filter(({ key }) => keys.has(key)), signal);
            for (const device of away.values()) {
                if (await comeBack(target, profile, device, signal))
                    away.delete(device.name);
                else
                    left.push(`${device.name} has not come back`);
            }
            return left;
        },
    };
}
const TAKES_AWAY = new Set(['cut-power', 'drop-link']);
function recordOf({ name, device, client, ...parameters }, acted) {
    const all = { ...(client && { client: client.name }), ...parameters };
    const value = acted.kind === 'applied' ? acted.value : undefined;
    const detail = acted.kind === 'failed' ? acted.detail : value?.toString();
    return {
        kind: 'stimulus',
        name,
        ...(device && { deviceId: device.deviceId }),
        ...(Object.keys(all).length > 0 && { parameters: all }),
        outcome: acted.kind,
        ...(detail !== undefined && { detail }),
    };
}
