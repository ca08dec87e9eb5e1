import { parseDuration } from '../../kernel/duration.js';
export function createSteering(clock) {
    if (isSteerable(clock))
        return overSteerable(clock);
    const manual = isManual(clock) ? clock : undefined;
    return {
        state: () => ({
            kind: manual ? 'manual' : 'fixed',
            now: clock.now(),
            paused: manual !== undefined,
            speed: manual ? 0 : 1,
        }),
        pause: () => false,
        resume: () => false,
        setSpeed: () => false,
        step: async (duration) => {
            await manual?.advance(duration);
            return manual !== undefined;
        },
    };
}
function overSteerable(clock) {
    const done = (act) => {
        act();
        return true;
    };
    return {
        state: () => ({ kind: 'steerable', now: clock.now(), paused: clock.paused, speed: clock.speed }),
        pause: () => done(clock.pause),
        resume: () => done(clock.resume),
        setSpeed: (speed) => done(() => clock.setSpeed(speed)),
        step: async (duration) => {
            await clock.step(duration);
            return true;
        },
    };
}
function isSteerable(clock) {
    return 'setSpeed' in clock && 'step' in clock;
}
function isManual(clock) {
    return 'advance' in clock;
}
/** In ms. Longer steps are refused, because all timers on the way fire while the client waits. */
export const LONGEST_STEP = parseDuration('30d') ?? 0;
export const LEAST_SPEED = 0.001;
export const MOST_SPEED = 10_000;
