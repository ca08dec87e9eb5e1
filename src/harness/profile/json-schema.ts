// The JSON Schema of target profiles, for editors.
import { z } from 'zod';
import { profileSchema } from './profile-schema.js';

/** Written against the 2020-12 draft. */
export function profileJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(profileSchema, { io: 'input', unrepresentable: 'any' }),
    $id: 'https://conform.invalid/profile.schema.json',
    title: 'A target profile of conform',
  };
}
