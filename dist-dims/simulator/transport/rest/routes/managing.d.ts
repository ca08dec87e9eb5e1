import { type Route, type RouteContext } from '../route.js';
export declare function managingRoutes({ service, dialect, }: RouteContext): Record<'devices.add' | 'devices.remove' | 'devices.password' | 'ticket.create', Route>;
