// openapi-backend, which routes and validates by an OpenAPI document, reads the REST traffic.
import { OpenAPIBackend, SetMatchType } from 'openapi-backend';
import type { Document } from 'openapi-backend';
import type { Exchange } from './exchanges.js';

export interface RestValidator {
  /** What of the exchange is not as documented, in words. */
  faults(exchange: Exchange): string[];
}

type Validation = ReturnType<OpenAPIBackend['validateRequest']>;

export async function createRestValidator(document: object): Promise<RestValidator> {
  const api = new OpenAPIBackend({
    definition: document as Document,
    quick: true,
    coerceTypes: true,
    ajvOpts: { validateFormats: false },
  });
  await api.init();

  return {
    faults: ({ request, reply }) => {
      const { what, method = '', path = '', headers = {}, body } = request;
      const asked = { method, path, headers: { ...headers }, body };
      const operation = api.matchOperation(asked);
      if (operation?.operationId !== what)
        return [`${method} ${path} is ${operation?.operationId}, not ${what}`];
      const { status = 0 } = reply;
      if (!operation.responses || !(String(status) in operation.responses))
        return [`${what} answers ${status}`];
      const setMatchType = SetMatchType.Superset;
      return [
        ...wordsOf(`${what} request`, api.validateRequest(asked, operation)),
        ...wordsOf(`${what} ${status}`, api.validateResponse(reply.body, operation, status)),
        ...wordsOf(
          `${what} ${status} headers`,
          api.validateResponseHeaders(capitalised(reply.headers), operation, {
            statusCode: status,
            setMatchType,
          }),
        ),
      ];
    },
  };
}

function wordsOf(where: string, { errors }: Validation): string[] {
  return (errors ?? []).map(({ instancePath, message }) => `${where}: ${instancePath} ${message}`);
}

/** As documents write header names; here they come in small letters, and the library tells the two apart. */
function capitalised(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const names = Object.entries(headers).map(([name, value]) => [
    name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(names) as Record<string, string>;
}
