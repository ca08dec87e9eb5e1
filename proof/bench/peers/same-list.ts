// What the mock servers of others are given to serve: one path with one ready-made body.

/** An OpenAPI document for Prism, with the security that ours has. */
export function prismDocument(path: string, body: string): string {
  const content = { 'application/json': { example: JSON.parse(body) as unknown } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'The list', version: '1' },
    security: [{ token: [] }],
    paths: { [path]: { get: { responses: { 200: { description: 'the list', content } } } } },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  });
}

/** A mapping for WireMock, which wants the token that ours wants. */
export function wireMockMapping(path: string, body: string): string {
  const headers = { Authorization: { matches: 'Bearer .+' } };
  return JSON.stringify({
    request: { method: 'GET', urlPath: path, headers },
    response: { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body },
  });
}

/** An environment file for Mockoon; templating is off, which is its fastest way. */
export function mockoonData(path: string, body: string): string {
  const route = '00000000-0000-4000-8000-000000000001';
  const response = {
    uuid: '00000000-0000-4000-8000-000000000002',
    body,
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
    bodyType: 'INLINE',
    filePath: '',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
  };
  return JSON.stringify({
    uuid: '00000000-0000-4000-8000-000000000003',
    lastMigration: 33,
    name: 'The list',
    port: 3000,
    hostname: '127.0.0.1',
    routes: [
      {
        uuid: route,
        type: 'http',
        method: 'get',
        endpoint: path.slice(1),
        responses: [response],
        responseMode: null,
      },
    ],
    rootChildren: [{ type: 'route', uuid: route }],
    folders: [],
    proxyMode: false,
    headers: [],
    data: [],
    callbacks: [],
    tlsOptions: { enabled: false },
    cors: true,
  });
}
