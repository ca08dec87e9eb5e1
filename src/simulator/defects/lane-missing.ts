// Nothing keeps two operations from running on one device at once.
import type { Defect } from './defect.js';

export function laneMissing(): Defect {
  return {
    id: 'lane-missing',
    rule: 'busy.control-control',
    summary: 'Operations on one device run at once; DEVICE_BUSY is never answered.',
    ports: (ports) => ({ ...ports, lane: { ...ports.lane, enter: () => () => undefined } }),
  };
}
