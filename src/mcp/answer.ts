// The answer to a tool call: data as JSON, within a limit, or in words why there is none.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { MCP_LIMITS } from './limits.js';

/** @param data what is shown; plain JSON in which secrets are replaced. */
export function answer(data: Readonly<Record<string, unknown>>): CallToolResult {
  const text = JSON.stringify(data, undefined, 1);
  if (text.length > MCP_LIMITS.answer)
    return refusal(`The answer has ${text.length} characters. Ask for less: a lower limit, or fewer names.`);
  return { content: [{ type: 'text', text }], structuredContent: { ...data } };
}

/** What was wrong with the call, and what to do about it. */
export function refusal(words: string): CallToolResult {
  return { content: [{ type: 'text', text: short(words) }], isError: true };
}

/** A text of at most so many characters; what is left out is said. */
export function short(text: string, most: number = MCP_LIMITS.text): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} characters left out)`;
}

/** A page of a list, and how many rows are before and after it. */
export function answerPage(
  name: string,
  all: readonly unknown[],
  offset: number,
  limit: number,
): Record<string, unknown> {
  const rows = all.slice(offset, offset + limit);
  const leftOut = all.length - rows.length;
  return { [name]: rows, total: all.length, ...(leftOut > 0 && { offset, leftOut }) };
}
