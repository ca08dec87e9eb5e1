// The arguments by which a tool gives a part of a long list.
import { z } from 'zod';
import { MCP_LIMITS } from './limits.js';

export function paging(most: number = MCP_LIMITS.rows) {
  return {
    offset: z.int().min(0).max(1_000_000).default(0).describe('How many rows to pass over'),
    limit: z.int().min(1).max(most).default(Math.min(most, 50)).describe('How many rows to give, at most'),
  };
}
