// Hyperjump's JSON Schema, which shares no code with the validator that our documents are tried on, reads the
// frames of the WebSocket channel.
import { registerSchema, unregisterSchema, validate, type Validator } from '@hyperjump/json-schema/draft-07';

export interface FrameValidator {
  /** Why the frame is not such a message of the document, in words; empty when it is. */
  faults(message: string, frame: unknown): Promise<string[]>;
  close(): void;
}

/** What AsyncAPI takes schemas for that do not say what they are. */
const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** @param name tells this document from others of the process. */
export function createFrameValidator(document: object, name: string): FrameValidator {
  const uri = `https://asyncapi.example/${name}`;
  const validators = new Map<string, Validator>();
  registerSchema({ $schema: DRAFT, ...document }, uri);
  return {
    faults: async (message, frame) => {
      const payload = `${uri}#/components/messages/${message}/payload`;
      const validator = validators.get(message) ?? (await validate(payload));
      validators.set(message, validator);
      const output = validator(frame as Parameters<Validator>[0], 'BASIC');
      if (output.valid) return [];
      return (output.errors ?? []).map((error) => `${message}: ${error.instanceLocation} ${error.keyword}`);
    },
    close: () => unregisterSchema(uri),
  };
}
