import { type OperatingEndpoint } from '../../../../contract/endpoints.js';
import { type Route, type RouteContext } from '../route.js';
export declare function operatingRoutes({ service, dialect }: RouteContext): Record<OperatingEndpoint, Route>;
