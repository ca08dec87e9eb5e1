// Nobody is refused for want of a permission that the token in use holds (Permissions: what each scope grants).
import { ENDPOINTS } from '../../contract/endpoints.js';
import { operationFacts } from '../../contract/operations.js';
import { SUCCESS } from '../../contract/error-codes.js';
import { grants, type Scope, SCOPES } from '../../contract/scopes.js';
import { isObject } from '../../kernel/json.js';
import type { RequestRecord } from '../../trace/record.js';
import { promiseOf } from '../target/promises.js';
import { type Invariant, type InvariantJudgement, judgement } from './invariant.js';
import { sightingOf, successesWithCommand } from './sightings.js';
import type { AnsweredCall, TraceView } from './trace-view.js';

export const denied: Invariant = {
  name: 'denied',
  // It only ever speaks of breaches, so no scenario can count on it for a rule.
  rules: [],
  judge: (view) => view.answered.flatMap((each) => judgeDenied(each, view)),
};

function judgeDenied({ id, request, reply }: AnsweredCall, view: TraceView): readonly InvariantJudgement[] {
  const { granted = [], code, data } = reply;
  if (code !== 'AUTH_SCOPE_DENIED' || !isObject(data)) return [];
  const needed = neededFor(request);
  const held = SCOPES.filter((scope) => granted.includes(scope));
  // Which scope is named has a rule of its own; a device of others may be refused in any way.
  if (needed === undefined || data['requiredScope'] !== needed || !grants(held, needed)) return [];
  if (!isItsOwn(request, view)) return [];
  const rule = needed === 'device:read' ? 'scope.read-included' : promiseOf(request.what);
  const expected = `no refusal for want of ${needed} for a token with ${held.join(', ')}`;
  return rule ? [judgement(rule, false, expected, `AUTH_SCOPE_DENIED, requiredScope ${needed}`, id)] : [];
}

function neededFor({ what, operation }: RequestRecord): Scope | undefined {
  if (what === 'device.operation.execute') return operation && operationFacts(operation.name).scope;
  if (what === 'device.state.get') return 'device:read';
  const access = Object.hasOwn(ENDPOINTS, what)
    ? ENDPOINTS[what as keyof typeof ENDPOINTS].access
    : undefined;
  return SCOPES.find((scope) => scope === access);
}

/** The client has been seen to have access to what it asks for. */
function isItsOwn({ client, deviceId, commandId }: RequestRecord, { answered }: TraceView): boolean {
  if (commandId !== undefined)
    return successesWithCommand(answered)
      .filter(({ request }) => request.client === client && request.what !== 'commands.read')
      .flatMap(sightingOf)
      .some((sighting) => sighting.commandId === commandId);
  if (deviceId === undefined) return true;
  return answered.some(
    ({ request, reply }) =>
      request.client === client && request.deviceId === deviceId && reply.code === SUCCESS,
  );
}
