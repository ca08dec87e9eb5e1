import { createIssued } from './issued.js';
import { recordService } from './record-service.js';
import { createJournalTraffic } from './traffic.js';
export function createRecorder(journal, parts) {
    const { dialect, clock, salt, secrets } = parts;
    const issued = { tokens: createIssued(), tickets: createIssued() };
    const { publish, ...traffic } = createJournalTraffic({
        journal,
        dialect,
        now: () => clock.now(),
        salt,
        ...issued,
    });
    return {
        inner: {
            ports: (ports) => ({
                ...ports,
                events: { ...ports.events, publish: (event) => publish(event, () => ports.events.publish(event)) },
            }),
        },
        outer: { service: (service) => recordService(service, { journal, dialect, secrets, ...issued }) },
        traffic,
    };
}
