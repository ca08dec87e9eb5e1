import { patiently } from '../patiently.js';
export function ask(context, client, call) {
    const { target, profile, until, life } = context;
    const { signal } = life;
    const attempt = async () => {
        const exchange = await target.request(call, { client, signal, patience: life.patience() });
        life.note(exchange.outcome);
        return exchange;
    };
    const limits = { until, longestAnnounced: profile.longestWait };
    return patiently(attempt, { clock: target.clock, limits, signal });
}
