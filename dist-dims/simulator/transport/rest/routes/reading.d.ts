import { type Route, type RouteContext } from '../route.js';
export declare function readingRoutes({ service, dialect, }: RouteContext): Record<'devices.list' | 'devices.read' | 'devices.config' | 'profiles.list' | 'commands.read', Route>;
