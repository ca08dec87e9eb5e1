import { breach, verdict } from './breach.js';
import { grouped, isCommand, nameOf, operationText } from './facts.js';
export const keyNeverReused = {
    id: 'client.key-never-reused',
    judge: ({ days }) => {
        const keyed = days.map((day) => [day, day.exchanges.filter(isKeyed)]);
        return verdict({
            n: keyed.reduce((total, [, commands]) => total + commands.length, 0),
            breaches: keyed.flatMap(([day, commands]) => [...grouped(commands, ({ key = '' }) => key).values()].flatMap((same) => reused(day, same))),
            needs: 'any day: the client has to send commands with keys',
        });
    },
};
/** What could not be read cannot be compared. */
function isKeyed({ key, operation, ...rest }) {
    return key !== undefined && operation !== undefined && isCommand({ key, operation, ...rest });
}
function reused(day, same) {
    const [first] = same;
    if (!first)
        return [];
    const other = same.find((each) => meaningOf(each) !== meaningOf(first));
    if (!other)
        return [];
    const done = `the key "${first.key}" of ${nameOf(first)} (${meaningOf(first)}) came again with ${nameOf(other)} (${meaningOf(other)})`;
    return [breach(day, [first, other], done, 'a key stands for one command on one device')];
}
function meaningOf({ deviceId = '', operation }) {
    return `${deviceId}: ${operation ? operationText(operation) : ''}`;
}
