// The REST request of an operation: its body, and the index that stands in the path of some endpoints. Which body an
// endpoint takes is told by the contract; this is the one place that reads and writes it.
import { type Endpoint, ENDPOINTS, type OperatingEndpoint } from '../contract/endpoints.js';
import type { PathBody } from '../contract/operation.js';
import { type Operation, operationFacts, type OperationName } from '../contract/operations.js';
import type { Codec, Decoded, Dialect, WireObject } from './dialect.js';

export interface WireOperation {
  readonly body: WireObject;
  /** As the path writes it; absent where the path names no relay. */
  readonly index?: string;
}

export function encodeOperationRequest(
  dialect: Dialect,
  endpoint: OperatingEndpoint,
  { params }: Operation,
): WireOperation {
  const { codec, pathBody } = bodyOf(dialect, endpoint);
  if (!pathBody) return { body: codec.encode(params) };
  const { index, body } = pathBody.split(params);
  return { index: dialect.encodeIndex(index), body: codec.encode(body) };
}

/** @returns `no index` where the path should name a relay and what stands there is no index. */
export function decodeOperationRequest(
  dialect: Dialect,
  endpoint: OperatingEndpoint,
  request: { readonly body: unknown; readonly index: string },
): Decoded<Operation> | 'no index' {
  const { name, codec, pathBody } = bodyOf(dialect, endpoint);
  const index = pathBody && dialect.decodeIndex(request.index);
  if (pathBody && index === undefined) return 'no index';
  const body = codec.decode(request.body);
  if (!body.ok) return { ok: false, mismatches: body.mismatches };
  const params = pathBody && index !== undefined ? pathBody.join(index, body.value) : body.value;
  // The body was read by the codec of this operation, which the compiler cannot follow through a table.
  return { ok: true, value: { name, params } as Operation };
}

interface Body {
  readonly name: OperationName;
  readonly codec: Codec<unknown>;
  readonly pathBody: PathBody<unknown, unknown> | undefined;
}

function bodyOf(dialect: Dialect, endpoint: OperatingEndpoint): Body {
  const { operation: name } = ENDPOINTS[endpoint];
  const { body }: Endpoint = ENDPOINTS[endpoint];
  return {
    name,
    codec: body === undefined ? dialect.operationParams(name) : dialect.shapes[body],
    pathBody: body === undefined ? undefined : operationFacts(name).bodies?.[body],
  };
}
