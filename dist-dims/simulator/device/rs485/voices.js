/** @param origin clock time from which their moments count: these are the same, whoever listens. */
export function createVoices(voices, clock, origin) {
    const timers = new Map();
    let ears = 0;
    let watched = false;
    const arm = (voice) => {
        const since = clock.now() - origin - voice.phase;
        const next = since < 0 ? 0 : Math.floor(since / voice.interval) + 1;
        const speak = () => {
            arm(voice);
            voice.say();
        };
        timers.set(voice, clock.setTimer('chatty peripheral', next * voice.interval - since, speak));
    };
    const attend = () => {
        ears++;
        if (ears === 1)
            voices.forEach(arm);
    };
    const leave = () => {
        ears--;
        if (ears > 0)
            return;
        for (const timer of timers.values())
            timer.cancel();
        timers.clear();
    };
    return {
        attend,
        leave,
        watch: (on) => {
            if (on === watched)
                return;
            watched = on;
            if (on)
                attend();
            else
                leave();
        },
    };
}
