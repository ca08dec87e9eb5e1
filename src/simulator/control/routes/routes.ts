// All routes of the control plane; docs/control-plane.md is held to this table.
import { type ControlRoute, json, route } from '../route.js';
import { controlDocument } from '../document/control-document.js';
import { clientRoutes, clockRoutes, faultRoutes, wholeRoutes } from './whole.js';
import { commandRoutes, deviceRoutes } from './devices.js';
import { journalRoutes } from './journal.js';
import { pageRoutes } from './page.js';

const index = route('GET /', {
  id: 'listRoutes',
  reply: 'Index',
  summary: 'This list',
  handle: () =>
    json({ routes: CONTROL_ROUTES.map(({ method, path, summary }) => ({ method, path, summary })) }),
});

const document = route('GET /openapi.json', {
  id: 'getDocument',
  reply: 'Document',
  summary: 'The control plane as an OpenAPI document',
  handle: () => json(controlDocument(STABLE_ROUTES)),
});

/** Those that stay as they are within version 1. The others are for the page, and may change with it. */
export const STABLE_ROUTES: readonly ControlRoute[] = [
  index,
  document,
  ...deviceRoutes,
  ...faultRoutes,
  ...clockRoutes,
  ...clientRoutes,
  ...commandRoutes,
  ...journalRoutes,
  ...wholeRoutes,
];

export const CONTROL_ROUTES: readonly ControlRoute[] = [...STABLE_ROUTES, ...pageRoutes];
