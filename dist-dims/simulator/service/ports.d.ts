import type { Access } from './access.js';
import type { CommandLedger } from './command-ledger.js';
import type { DeviceLane } from './device-lane.js';
import type { EventBus } from './event-bus.js';
import type { Quotas } from './quotas.js';
import type { RefreshBudget } from './refresh-budget.js';
import type { TicketOffice } from './ticket-office.js';
export interface ServicePorts {
    readonly access: Access;
    readonly quotas: Quotas;
    readonly budget: RefreshBudget;
    readonly lane: DeviceLane;
    readonly ledger: CommandLedger;
    readonly tickets: TicketOffice;
    readonly events: EventBus;
}
