export function createQuotas(clock, quotas) {
    const windows = new Map();
    const current = (clientId, quotaClass) => {
        const window = windows.get(clientId)?.get(quotaClass);
        return window && window.endsAt > clock.now() ? window : undefined;
    };
    const booksOf = (clientId) => {
        const books = windows.get(clientId) ?? new Map();
        windows.set(clientId, books);
        return books;
    };
    return {
        waitFor: (clientId, quotaClass) => {
            const window = current(clientId, quotaClass);
            if (!window || window.taken < quotas[quotaClass].limit)
                return undefined;
            return window.endsAt - clock.now();
        },
        take: (clientId, quotaClass) => {
            const window = current(clientId, quotaClass);
            if (window) {
                window.taken++;
                return;
            }
            booksOf(clientId).set(quotaClass, { endsAt: clock.now() + quotas[quotaClass].window, taken: 1 });
        },
        giveBack: (clientId, quotaClass) => {
            const window = current(clientId, quotaClass);
            if (window && window.taken > 0)
                window.taken--;
        },
        recall: (clientId, quotaClass, { limit, left, resetsIn }) => {
            booksOf(clientId).set(quotaClass, { endsAt: clock.now() + resetsIn, taken: limit - left });
        },
        level: (clientId, quotaClass) => {
            const window = current(clientId, quotaClass);
            const { limit } = quotas[quotaClass];
            if (!window)
                return { limit, left: limit, resetsIn: 0 };
            return { limit, left: limit - window.taken, resetsIn: window.endsAt - clock.now() };
        },
    };
}
