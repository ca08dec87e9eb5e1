// A peripheral that follows a script: the first rule whose request matches says the response.
import { createFiller, createMatcher } from './hex-pattern.js';
export function createScripted({ baudRate, rules }) {
    const script = rules.map(({ request, response, delay }) => ({
        match: createMatcher(request),
        fill: createFiller(response),
        delay,
    }));
    return {
        baudRate,
        answer: (frame) => {
            for (const { match, fill, delay } of script) {
                const matched = match(frame);
                if (matched)
                    return { bytes: fill(matched), delay };
            }
            return undefined;
        },
    };
}
