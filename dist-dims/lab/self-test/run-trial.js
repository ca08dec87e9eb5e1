import { programsPart, scenariosPart } from './trial-parts.js';
/** @param serviceOf the service that a trial is about. */
export function createTrialRunner(scenarios, serviceOf) {
    const parts = [scenariosPart(scenarios), programsPart()];
    return async (trial) => {
        const service = serviceOf(trial);
        if (!service.ok)
            return { trial, checks: [], bugs: service.complaints.map(words) };
        return tryOut(trial, service.value, parts);
    };
}
async function tryOut(trial, service, parts) {
    const checks = [];
    const bugs = [];
    for (const part of parts) {
        try {
            const result = await part(service);
            if (result.ok) {
                checks.push(...result.value.checks.map(digest));
                bugs.push(...result.value.bugs.map(String));
            }
            else {
                bugs.push(...result.complaints.map(words));
            }
        }
        catch (error) {
            bugs.push(String(error));
        }
    }
    return { trial, checks, bugs };
}
function digest({ id, verdict, reason, findings }) {
    const breaches = new Map();
    for (const { rule, verdict: word } of findings)
        if (word === 'fail' || word === 'warn')
            breaches.set(`${word} ${rule}`, { rule, verdict: word });
    return { id, verdict, ...(reason === undefined ? {} : { reason }), breaches: [...breaches.values()] };
}
function words(complaint) {
    return complaint.kind === 'words'
        ? complaint.message
        : complaint.problems.map(({ message }) => message).join('; ');
}
