// A run against a target that is open: one preparation, the checks of the plan, then random programs, one result.
import { restrictionWords } from '../profile/restriction.js';
import { calibrate } from './calibrate.js';
import { leastTime } from './least-time.js';
import { orAbandoned } from './or-abandoned.js';
import { prepare } from './prepare.js';
import { putBackLeftovers } from './put-back-leftovers.js';
import { noChecks, runChecks } from './run-checks.js';
import { createRunContext } from './run-context.js';
import { runPrograms } from './run-programs.js';
import { waiverProblems } from './waive.js';
export async function run(open, options) {
    const { anyway = false, programs, leftovers, ...others } = options;
    const { profile, stimuli, seed, book } = open;
    const { signal, ending, plan } = options;
    const startedAt = open.target.clock.now();
    const nothing = { target: open.target, profile, seed, plan };
    if (leftovers) {
        const put = await putBackLeftovers(open, leftovers, { signal: ending?.restored ?? signal });
        if (put.kind === 'unreachable')
            return { ok: true, result: { ...emptyResult(nothing, startedAt), unreachable: put.message } };
        if (put.left.length > 0)
            return { ok: false, kind: 'leftovers', left: put.left };
    }
    const preparation = await orAbandoned(prepare(open, { anyway, ...(signal && { signal }) }), ending?.hurry);
    if (!preparation)
        return { ok: true, result: interruptedEarly(nothing, startedAt) };
    if (!preparation.ok)
        return preparation;
    const result = await runPrepared({
        ...others,
        ...preparation.prepared,
        profile,
        stimuli,
        seed,
        ...(programs && { programs: { ...programs, offers: stimuli.offers } }),
    });
    const unclosed = result.notRestored.length === 0 ? await book?.close() : undefined;
    const unstored = book?.failure ?? unclosed;
    const { restriction } = open.gate;
    const leftOut = restriction && { option: `--${restriction}`, reason: restrictionWords(restriction) };
    return {
        ok: true,
        result: { ...result, ...(leftOut && { leftOut }) },
        ...(unstored === undefined ? {} : { unstored }),
    };
}
/** The run itself, once it is known that profile and dialect fit. */
export async function runPrepared(options) {
    const { target, profile, plan, onProgress = () => undefined } = options;
    const { clock } = target;
    const startedAt = clock.now();
    onProgress({
        kind: 'run-started',
        at: startedAt,
        checks: plan.checks.length,
        skipped: plan.skipped.length,
    });
    const calibrated = await calibrateUnless(options);
    if (!calibrated.ok)
        return { ...emptyResult(options, startedAt), unreachable: calibrated.reason };
    const { roundTrip } = calibrated;
    onProgress({ kind: 'calibrated', at: clock.now(), roundTrip });
    const context = createRunContext(options, roundTrip, onProgress);
    const checks = await whatever(runChecks(plan, context), context);
    const cutShort = context.cutShort();
    // Programs find the devices as the run has found them.
    const notRestored = await putBack(context);
    const endedAt = clock.now();
    const last = cutShort === undefined && options.programs ? await closing(options.programs, context) : undefined;
    onProgress({ kind: 'run-ended', at: clock.now() });
    return {
        ...emptyResult(options, startedAt),
        endedAt,
        checks,
        notRestored,
        waiverProblems: waiverProblems(checks, profile, endedAt),
        roundTrip,
        leastTime: leastTimeOf(options),
        ...(cutShort === undefined ? {} : { cutShort }),
        ...(last && { ...last, checks: [...checks, ...last.checks] }),
    };
}
/** A target that was not there before is not asked again; a run that was ended goes on to say what has not begun. */
async function calibrateUnless(options) {
    const { target, profile, unreachable, signal, ending } = options;
    if (unreachable !== undefined)
        return { ok: false, reason: unreachable };
    const client = Object.keys(profile.clients)[0] ?? '';
    const calibrating = signal?.aborted ? undefined : calibrate(target, client, signal);
    const calibrated = calibrating && (await orAbandoned(calibrating, ending?.hurry));
    return calibrated === undefined || signal?.aborted ? { ok: true, roundTrip: 0 } : calibrated;
}
/** Random programs come last; a target that is gone, or a run that was ended, gets none. */
async function closing(programs, context) {
    const ran = await whatever(runPrograms(programs, context), context);
    const notRestored = await putBack(context);
    const cutShort = context.cutShort();
    return { ...ran, notRestored, ...(cutShort === undefined ? {} : { cutShort }) };
}
/** A bug of ours must not leave a relay on. */
async function whatever(work, context) {
    try {
        return await work;
    }
    catch (error) {
        await putBack(context);
        throw error;
    }
}
/** What could not be put back, in words. */
async function putBack(context) {
    const { target, stimuli, safety, ending, onProgress } = context;
    onProgress({ kind: 'restoring', at: target.clock.now() });
    // Devices get their power and their network back first, or nothing else could be put back.
    const notUndone = (await stimuli?.undoAll(target, ending?.undone)) ?? [];
    return [...notUndone, ...(safety ? await safety.restore(ending?.restored) : [])];
}
/** It was interrupted before the first check. */
function interruptedEarly(options, startedAt) {
    const at = options.target.clock.now();
    return { ...emptyResult(options, startedAt), checks: noChecks(options.plan, at), cutShort: 'interrupted' };
}
function leastTimeOf({ plan, profile, refreshedAt }) {
    const { requestsPerSecond } = profile;
    return leastTime(plan.checks, { requestsPerSecond, looked: refreshedAt !== undefined });
}
function emptyResult({ target, profile, seed }, startedAt) {
    return {
        target: profile.baseUrl,
        dialect: target.dialect.name,
        seed,
        startedAt,
        endedAt: target.clock.now(),
        checks: [],
        notRestored: [],
        roundTrip: 0,
    };
}
