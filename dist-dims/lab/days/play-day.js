import { OPERATING_ENDPOINTS } from '../../contract/endpoints.js';
import { doStimulus } from './do-stimulus.js';
export function playDay(day, running, clock) {
    const timers = [];
    const stops = [];
    const after = (ms, act) => void timers.push(clock.setTimer('day', ms, act));
    const onTime = (at, when, act) => {
        if (when)
            stops.push(waitFor(running.journal, when, act));
        else if (at === undefined || at === 0)
            act();
        else
            after(at, act);
    };
    for (const { when, ...entry } of day.faults)
        onTime(0, when, () => void running.faults.order(entry));
    for (const stimulus of day.stimuli) {
        const turn = (times) => {
            doStimulus(running, stimulus, times);
            const { again } = stimulus;
            if (again !== undefined && times + 1 < stimulus.times)
                after(again, () => turn(times + 1));
        };
        onTime(stimulus.at, stimulus.when, () => turn(0));
    }
    return {
        stop: () => {
            for (const timer of timers)
                timer.cancel();
            for (const stop of stops)
                stop();
        },
    };
}
function waitFor(journal, { sees, nth, every, times }, act) {
    let seen = 0;
    let done = 0;
    const stop = journal.listen((record) => {
        if (!isOccasion(record, sees))
            return;
        seen++;
        const isTurn = seen === nth || (every !== undefined && seen > nth && (seen - nth) % every === 0);
        if (!isTurn || done >= times)
            return;
        done++;
        act();
    });
    return stop;
}
const COMMANDS = ['device.operation.execute', ...OPERATING_ENDPOINTS];
function isOccasion(record, sees) {
    if (sees === 'connection')
        return record.kind === 'connection' && record.state === 'open';
    if (sees === 'event')
        return record.kind === 'event' && (record.to ?? []).length > 0;
    if (record.kind !== 'request')
        return false;
    if (sees === 'command')
        return COMMANDS.includes(record.what);
    if (sees === 'refresh')
        return record.what === 'devices.read' || record.what === 'device.state.get';
    return record.what === sees;
}
