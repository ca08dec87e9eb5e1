// The parameters of a kind of fault, as its schema has them, for help, lists and documents.
import { z } from 'zod';
import { isObject } from '../../kernel/json.js';
import type { FaultType } from './fault.js';

export interface FaultParameter {
  readonly name: string;
  readonly about: string;
  readonly needed: boolean;
  /** As one would write it; undefined when there is none. */
  readonly preset: string | undefined;
  /** The only values that it takes, where they are few. */
  readonly choices: readonly string[];
}

export function faultParameters({ parameters }: Pick<FaultType, 'parameters'>): FaultParameter[] {
  const schema = z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { description = '', default: preset, enum: choices = [] } = isObject(property) ? property : {};
    return {
      name,
      about: typeof description === 'string' ? description : '',
      needed: required.has(name),
      preset: preset === undefined ? undefined : typeof preset === 'string' ? preset : JSON.stringify(preset),
      choices: Array.isArray(choices) ? choices.map(String) : [],
    };
  });
}
