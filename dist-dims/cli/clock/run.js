import { termsOf } from '../control/terms.js';
import { ask } from '../control/ask.js';
export function tellClock(order, options, io) {
    const [method, path, body] = routeOf(order);
    return ask(io, options, {
        ask: (client) => client.call(method, path, body),
        show: clockText,
        terms: termsOf({ '/duration': '<duration>', '/speed': '<factor>' }),
    });
}
function routeOf(order) {
    switch (order.order) {
        case 'now':
            return ['GET', '/clock'];
        case 'pause':
        case 'resume':
            return ['POST', `/clock/${order.order}`];
        case 'step':
            return ['POST', '/clock/step', { duration: order.duration }];
        case 'speed':
            return ['PUT', '/clock/speed', { speed: order.speed }];
    }
}
function clockText({ now, paused, speed: times, kind }) {
    const pace = kind === 'manual' ? 'moved by hand' : `speed ${times}`;
    return `${new Date(now).toISOString()}  ${paused ? 'paused' : 'running'}, ${pace}\n`;
}
