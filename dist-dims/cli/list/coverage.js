// Which scenario covers which rule: what `conform list` shows.
import { RULES } from '../../contract/rules/catalogue.js';
import { UNOBSERVABLE } from '../../contract/rules/unobservable.js';
/** Every rule that a server has to keep, covered or not. */
export function coverageOf(scenarios) {
    return RULES.filter((rule) => rule.side === 'service').map((rule) => {
        const unobservable = UNOBSERVABLE[rule.id];
        return {
            rule,
            scenarios: scenarios.filter((each) => each.rules.some((id) => id === rule.id)).map((each) => each.id),
            ...(unobservable === undefined ? {} : { unobservable }),
        };
    });
}
