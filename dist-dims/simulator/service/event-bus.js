export function createEventBus() {
    const subscribers = new Set();
    return {
        publish: (event) => {
            for (const subscriber of subscribers) {
                if (subscriber.mayHear(event.deviceId))
                    subscriber.deliver(event);
            }
        },
        subscribe: (subscriber) => {
            subscribers.add(subscriber);
            return () => subscribers.delete(subscriber);
        },
    };
}
