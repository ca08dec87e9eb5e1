// Where the version of the interface shows.
import { service } from './define.js';
export const VERSION_RULES = [
    service.stated('version.in-path', 'Versioning', 'Every REST and WebSocket path begins with /svc/v1.'),
];
