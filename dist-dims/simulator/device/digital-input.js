// One digital input: the level that the device reports once the contact has kept still for the debounce time.
import { createContact } from './contact.js';
export function createDigitalInput({ active, debounce, bounce }) {
    const contact = createContact(active, bounce);
    let reported = active;
    const settlesAt = () => (contact.level() === reported ? Infinity : contact.since() + debounce);
    return {
        contact,
        reported: () => reported,
        nextAt: () => Math.min(settlesAt(), contact.nextAt()),
        step: () => {
            // A level that has lasted just long enough counts, also when the contact moves at that very moment.
            if (settlesAt() <= contact.nextAt())
                reported = contact.level();
            else
                contact.step();
        },
        settle: () => {
            reported = contact.level();
        },
    };
}
