// What the routes of the page reply, as those have it who make it: the page takes its types from here.
export type { FaultView, LiveRecords, LiveState } from './page/live.js';
export type { DevicePast } from './page/device-past.js';
export type { ExchangeOnWire } from './page/wire-tap.js';
export type { JournalRecord } from './journal/entry.js';
export type { JournalPart } from './routes/journal.js';
export type { Conduct, FaultKind, FaultPreview, Forms, FormSchema, Plans, PlanView } from './routes/page.js';
export type { About, RuleBook } from './routes/page.js';
export type { ClientConduct, ConductBreach, ConductRuling, RefusedReply } from './route.js';
export type { ClockState } from './steering.js';
export type { Applied, ClientView, DevicePage, DeviceSummary, DeviceView } from './views.js';
