import { drawDelay } from '../scalars.js';
/** @param pause from one act to the next; only one when absent. */
export function repeated(site, pause, act) {
    const strike = () => {
        act();
        if (pause)
            site.after(Math.max(1, drawDelay(pause, site.random)), strike);
    };
    return { begin: strike };
}
/** The API clients of the fleet that the fault is meant for. */
export function selectedClients({ world, selects }) {
    return world.fleet.clients.map(({ clientId }) => clientId).filter((clientId) => selects({ clientId }));
}
