// What both documents say of themselves.
import { PATH_PREFIX } from '../contract/limits.js';
export function infoOf(dialect, { version }) {
    return {
        title: 'Device Control Service',
        version: version ?? PATH_PREFIX.split('/').at(-1),
        description: `Remote I/O devices, in the dialect ${dialect.name}. Made from the contract; do not edit.`,
    };
}
