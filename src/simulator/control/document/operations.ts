// What the OpenAPI document says of each route besides its own table: the name that generated clients give it, its
// group, and the shape of its answer. Names and shapes of version 1 stay.
import type { ReplyName } from './replies.js';

export interface ControlOperation {
  readonly id: string;
  readonly group: 'simulator' | 'devices' | 'faults' | 'clock' | 'clients' | 'journal';
  /** `{ list }`: an object with this list of them. Text has a type of content instead. */
  readonly reply:
    | ReplyName
    | { readonly list: string; readonly of: ReplyName; readonly also?: readonly string[] }
    | { readonly contentType: string };
  /** 200 when absent. */
  readonly status?: 201;
}

/** By method and path, as the routes have them. */
export const CONTROL_OPERATIONS: Readonly<Record<string, ControlOperation>> = {
  'GET /': { id: 'listRoutes', group: 'simulator', reply: 'Index' },
  'GET /openapi.json': { id: 'getDocument', group: 'simulator', reply: 'Document' },
  'GET /devices': { id: 'listDevices', group: 'devices', reply: 'DevicePage' },
  'GET /devices/{deviceId}': { id: 'getDevice', group: 'devices', reply: 'Device' },
  'GET /devices/{deviceId}/witness': { id: 'getWitness', group: 'devices', reply: 'Witness' },
  'POST /devices/{deviceId}/stimuli': { id: 'applyStimulus', group: 'devices', reply: 'Applied' },
  'GET /faults': { id: 'listFaults', group: 'faults', reply: { list: 'faults', of: 'Fault' } },
  'POST /faults': { id: 'addFault', group: 'faults', reply: 'Fault', status: 201 },
  'POST /faults/plan': { id: 'addFaultPlan', group: 'faults', reply: 'FaultIds', status: 201 },
  'DELETE /faults': { id: 'clearFaults', group: 'faults', reply: 'ClearedFaults' },
  'DELETE /faults/{id}': { id: 'clearFault', group: 'faults', reply: 'ClearedFaults' },
  'GET /clock': { id: 'getClock', group: 'clock', reply: 'Clock' },
  'POST /clock/pause': { id: 'pauseClock', group: 'clock', reply: 'Clock' },
  'POST /clock/resume': { id: 'resumeClock', group: 'clock', reply: 'Clock' },
  'POST /clock/step': { id: 'stepClock', group: 'clock', reply: 'Clock' },
  'PUT /clock/speed': { id: 'setClockSpeed', group: 'clock', reply: 'Clock' },
  'GET /clients': { id: 'listClients', group: 'clients', reply: { list: 'clients', of: 'Client' } },
  'GET /clients/{clientId}': { id: 'getClient', group: 'clients', reply: 'Client' },
  'PATCH /clients/{clientId}': { id: 'changeClient', group: 'clients', reply: 'Client' },
  'POST /clients/{clientId}/expire-tokens': { id: 'expireClientTokens', group: 'clients', reply: 'Client' },
  'POST /expire-tokens': { id: 'expireTokens', group: 'clients', reply: 'Expired' },
  'GET /tickets': { id: 'listTickets', group: 'clients', reply: 'Tickets' },
  'DELETE /tickets': { id: 'expireTickets', group: 'clients', reply: 'Expired' },
  'GET /commands': { id: 'listCommands', group: 'devices', reply: 'CommandPage' },
  'GET /journal': {
    id: 'readJournal',
    group: 'journal',
    reply: { list: 'records', of: 'JournalRecord', also: ['lastSeq', 'dropped'] },
  },
  'GET /journal/follow': {
    id: 'followJournal',
    group: 'journal',
    reply: { contentType: 'text/event-stream' },
  },
  'GET /journal.ndjson': {
    id: 'downloadJournal',
    group: 'journal',
    reply: { contentType: 'application/x-ndjson' },
  },
  'GET /snapshot': { id: 'takeSnapshot', group: 'simulator', reply: 'Snapshot' },
  'PUT /snapshot': { id: 'restoreSnapshot', group: 'simulator', reply: 'Restored' },
  'POST /reset': { id: 'reset', group: 'simulator', reply: 'Reset' },
  'GET /metrics': { id: 'readMetrics', group: 'simulator', reply: { contentType: 'text/plain' } },
};

export const GROUPS: Readonly<Record<ControlOperation['group'], string>> = {
  simulator: 'The simulator as a whole.',
  devices: 'Devices: what they report, what is really so, and what is done to them.',
  faults: 'Faults: what goes wrong, and when.',
  clock: 'The time of the simulator.',
  clients: 'API clients, their tokens and tickets.',
  journal: 'What has happened.',
};
