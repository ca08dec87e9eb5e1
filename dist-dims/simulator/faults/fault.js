export const FAULT_GROUPS = ['device', 'rs485', 'rest', 'websocket', 'service'];
/** Ties the parameters' schema to the function that acts on them. */
export function defineFault(fault) {
    const { start } = fault;
    return { ...fault, start: (parameters, site) => start(parameters, site) };
}
