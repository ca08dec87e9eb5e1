// The fleet file as a JSON Schema, by which editors complete and check it.
import { z } from 'zod';
import { fleetFileSchema } from './schema/fleet-file.js';
export function fleetJsonSchema() {
    const schema = z.toJSONSchema(fleetFileSchema(() => undefined), { io: 'input', unrepresentable: 'any' });
    return { ...schema, title: 'conform fleet' };
}
