// Endpoints that create a command of an operation.
import { OPERATING_ENDPOINTS } from '../../../../contract/endpoints.js';
import { decodeOperationRequest } from '../../../../dialect/operation-requests.js';
import { commandData } from '../../envelope.js';
import { decoded, invalid, written } from '../route.js';
export function operatingRoutes({ service, dialect }) {
    const operating = (read) => async (input) => {
        if (input.idempotencyKey !== undefined && !isKey(input.idempotencyKey)) {
            return invalid(`An Idempotency-Key has 1 to ${LONGEST_KEY} characters.`);
        }
        const operation = read(input);
        if (!operation.ok)
            return operation;
        const request = {
            deviceId: input.parameters['deviceId'] ?? '',
            operation: operation.value,
            idempotencyKey: input.idempotencyKey,
        };
        return written(await service.operate(input.caller, request), (command) => commandData(dialect, command));
    };
    const routes = OPERATING_ENDPOINTS.map((endpoint) => [
        endpoint,
        operating(({ body, parameters }) => {
            const request = { body, index: parameters['index'] ?? '' };
            const operation = decodeOperationRequest(dialect, endpoint, request);
            if (operation === 'no index')
                return invalid('The relay index of the path is no index.');
            return decoded(operation);
        }),
    ]);
    return Object.fromEntries(routes);
}
const LONGEST_KEY = 256;
function isKey(text) {
    return text.length > 0 && text.length <= LONGEST_KEY;
}
