// Routes about the simulator as a whole.
import { json, route } from '../route.js';
import { snapshotSchema } from '../snapshot/snapshot.js';

export const wholeRoutes = [
  route({
    method: 'GET',
    path: '/snapshot',
    summary: 'What can be kept of the simulator, as JSON; it contains passwords of devices that were changed',
    handle: async (_, { installation }) =>
      json(installation.snapshot(await installation.simulator.membership?.whole.devices())),
  }),
  route({
    method: 'PUT',
    path: '/snapshot',
    summary: 'Puts a snapshot back; connections are closed, access tokens and tickets are gone',
    body: snapshotSchema,
    large: true,
    handle: ({ body }, { installation }) => {
      installation.restore(body);
      return json({ restored: true });
    },
  }),
  route({
    method: 'POST',
    path: '/reset',
    summary: 'Back to the fleet file and the faults of the start; time goes on, and so does the journal',
    handle: (_, { installation }) => {
      installation.reset();
      return json({ reset: true });
    },
  }),
  route({
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics in the text format of Prometheus',
    handle: async (_, { metrics }) => ({ kind: 'text', ...(await metrics()) }),
  }),
];
