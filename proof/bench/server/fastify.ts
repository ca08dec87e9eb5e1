// The same bytes out of Fastify, without any work: what a fast framework costs by itself.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** As much of Fastify as is needed; it is no dependency of the project. */
interface Fastify {
  get(path: string, handler: (request: unknown, reply: Reply) => unknown): void;
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
}
interface Reply {
  header(name: string, value: string): Reply;
  send(body: string): unknown;
}

const [entry = '', bodyFile = '', path = '/'] = process.argv.slice(2);
const { fastify } = (await import(pathToFileURL(entry).href)) as { fastify: () => Fastify };
const body = readFileSync(bodyFile, 'utf8');

const app = fastify();
app.get(path, (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(body),
);
console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
