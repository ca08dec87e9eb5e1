// Where the routes of the control plane begin.
export const CONTROL_PREFIX = '/control/v1';
