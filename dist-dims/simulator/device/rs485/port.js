// The device's end of the line. Half duplex: what is on the line while the port waits is its response, what
// comes while it speaks is lost, and all else is unsolicited.
export function createPort(onUnsolicited) {
    let speaking = 0;
    let waiting;
    return {
        speak: () => {
            speaking++;
        },
        wait: (take) => {
            speaking--;
            waiting = take;
        },
        stop: (take) => {
            if (waiting === take)
                waiting = undefined;
        },
        listens: () => speaking === 0,
        hear: (frame) => {
            if (speaking > 0 || frame.length === 0)
                return;
            if (waiting)
                waiting(frame);
            else
                onUnsolicited(frame);
        },
        reset: () => {
            waiting = undefined;
        },
    };
}
