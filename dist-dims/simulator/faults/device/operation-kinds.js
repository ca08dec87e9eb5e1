// Which kinds of operations a fault applies to.
import { z } from 'zod';
const KINDS = ['refresh', 'control', 'config', 'transceive'];
/** All kinds when absent. */
export const operationKinds = z
    .array(z.enum(KINDS))
    .min(1)
    .default([...KINDS])
    .describe('Which acts it hits; all of them when absent');
