const MOST = 500;
export function createHeard() {
    const events = [];
    return {
        note: (event) => {
            events.push(event);
            if (events.length > MOST)
                events.shift();
        },
        since: (at) => events.filter((event) => event.at >= at),
    };
}
