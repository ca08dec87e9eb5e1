import { routes } from './request.js';
export function refresh(facts) {
    return facts.devices.map(({ name }) => routes(facts, 'device:read').map((route) => ({ step: { refresh: name, ...route }, creates: false })));
}
