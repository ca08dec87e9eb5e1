// JSON Schemas of the files that an audit reads.
import { z } from 'zod';
import { auditFileSchema } from './config/audit-file.js';
import { daySchema } from './days/day.js';

export function dayJsonSchema(): unknown {
  return { ...z.toJSONSchema(daySchema, HOW), title: 'conform day' };
}

export function auditJsonSchema(): unknown {
  return { ...z.toJSONSchema(auditFileSchema, HOW), title: 'conform audit' };
}

const HOW = { io: 'input', unrepresentable: 'any' } as const;
