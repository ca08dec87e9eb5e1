import type { Decoration, DecorationContext } from '../../decoration.js';
import type { ServicePorts } from '../../service/ports.js';
type Replacement = {
    readonly [Port in keyof ServicePorts]?: Partial<ServicePorts[Port]>;
};
/** @param replace the methods that are different; all others stay as they are. */
export declare function withPorts(replace: (ports: ServicePorts, context: DecorationContext) => Replacement): Pick<Decoration, 'ports'>;
export {};
