// A balancer as simple as one can be: each request, and each opening of a WebSocket, goes to the next instance.
// An instance that cannot be reached is left out. Usage: node balancer.mjs PORT URL...
import { Agent, createServer, request as ask } from 'node:http';
import { connect } from 'node:net';

/** Idle connections are not kept: one that an instance closes at this moment would fail a request that it never saw. */
const agent = new Agent({ keepAlive: false });
/** In ms, for an instance that hangs. */
const PATIENCE = 6000;

export function createBalancer(targets) {
  let turn = 0;
  const next = () => targets[turn++ % targets.length];
  const server = createServer((incoming, outgoing) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => forward(Buffer.concat(chunks), targets.length));
    const forward = (body, tries) => {
      const { hostname, port } = new URL(next());
      let reached = false;
      const { method, url: path, headers } = incoming;
      const outward = ask({ hostname, port, method, path, headers, agent }, (reply) => {
        outgoing.writeHead(reply.statusCode, reply.rawHeaders);
        reply.pipe(outgoing);
        reply.on('error', () => outgoing.destroy());
      });
      outward.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (reached = true));
        else reached = true;
      });
      outward.setTimeout(PATIENCE, () => outward.destroy());
      outward.on('error', () => {
        // What an instance may have seen is not sent again: the client decides about that.
        if (!reached && tries > 1) forward(body, tries - 1);
        else outgoing.destroy();
      });
      outgoing.on('close', () => outward.destroy());
      outward.end(body);
    };
  });
  server.on('upgrade', (incoming, socket, head) => {
    const open = (tries) => {
      const { hostname, port } = new URL(next());
      const outward = connect(Number(port), hostname);
      let reached = false;
      outward.on('connect', () => {
        reached = true;
        const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
        for (let at = 0; at < incoming.rawHeaders.length; at += 2)
          lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
        outward.write(`${lines.join('\r\n')}\r\n\r\n`);
        outward.write(head);
        outward.pipe(socket);
        socket.pipe(outward);
      });
      outward.on('error', () => {
        if (!reached && tries > 1) open(tries - 1);
        else socket.destroy();
      });
      outward.on('close', () => reached && socket.destroy());
      socket.on('close', () => outward.destroy());
    };
    socket.on('error', () => socket.destroy());
    open(targets.length);
  });
  server.keepAliveTimeout = 60_000;
  return server;
}

if (process.argv[1]?.endsWith('balancer.mjs')) {
  const [port, ...targets] = process.argv.slice(2);
  createBalancer(targets).listen(Number(port), '127.0.0.1', () => console.log(`balancer on ${port}`));
}
