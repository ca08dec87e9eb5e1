import { budget } from './budget.js';
import { eventMissing } from './event-missing.js';
import { eventUnexplained } from './event-unexplained.js';
import { executions } from './executions.js';
import { lane } from './lane.js';
import { packing } from './packing.js';
import { solicited } from './solicited.js';
import { state } from './state.js';
import { unspent } from './unspent.js';
export const MODEL_INVARIANTS = [
    state,
    executions,
    packing,
    lane,
    budget,
    unspent,
    eventMissing,
    eventUnexplained,
    solicited,
];
