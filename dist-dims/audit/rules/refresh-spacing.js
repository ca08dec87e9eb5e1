import { breach, verdict } from './breach.js';
import { grouped, isRefresh, nameOf, succeeded } from './facts.js';
import { instant, span } from './words.js';
const SPACING = 3000;
export const refreshSpacing = {
    id: 'client.refresh-spacing',
    judge: ({ days }) => {
        const found = days.flatMap((day) => {
            const refreshes = day.exchanges.filter((each) => isRefresh(each) && each.deviceId !== undefined);
            return [...grouped(refreshes, ({ deviceId = '' }) => deviceId).values()].map((each) => judgeDevice(day, each));
        });
        const apart = found.flatMap((each) => each.apart);
        const breaches = found.flatMap((each) => each.breaches);
        // Instances that cannot know of each other may meet once.
        const doubts = [...found.flatMap((each) => each.doubts), ...(apart.length === 1 ? apart : [])];
        return verdict({
            n: found.reduce((total, { n }) => total + n, 0),
            breaches: [...breaches, ...(apart.length > 1 ? apart : [])],
            doubts,
            why: '',
            needs: 'any day: the client has to refresh one device twice',
        });
    },
};
function judgeDevice(day, refreshes) {
    const found = { n: 0, breaches: [], apart: [], doubts: [] };
    let granted;
    for (const each of refreshes) {
        if (granted?.reply && each.cameAt >= granted.reply.at) {
            found.n++;
            const gap = each.cameAt - granted.reply.at;
            if (gap < SPACING) {
                const how = breach(day, [granted, each], `${nameOf(each)} came ${span(gap)} after the reply to the last one that was granted`, `at least 3,000 ms after it, at ${instant(day, granted.reply.at + SPACING)}`);
                // Whoever counts from his own sending has kept to the words, if not to the sense.
                if (each.cameAt - granted.cameAt >= SPACING)
                    found.doubts.push(how);
                else if (each.actor === granted.actor)
                    found.breaches.push(how);
                else
                    found.apart.push(how);
            }
        }
        if (succeeded(each))
            granted = each;
    }
    return found;
}
