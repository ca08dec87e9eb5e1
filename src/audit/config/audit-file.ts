// The file of an audit: which client, how it is started, on which days, and which breaches are borne with.
import * as z from 'zod';
import { clientRule } from '../../contract/rules/client-words.js';
import { validate, problemAt } from '../../document/validate.js';
import { type ReadResult, readYaml } from '../../document/yaml-document.js';
import { unknownWords, PLACE_WORDS } from '../days/place.js';

const waiver = z.strictObject({
  rule: clientRule.describe('The rule whose breaches are borne with'),
  reason: z.string().min(1).describe('Why'),
  until: z
    .string()
    .refine(
      (day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)),
      'expected a day, as in "2026-12-31"',
    )
    .describe('The last day on which it holds'),
});

export const auditFileSchema = z.strictObject({
  command: z
    .array(z.string().min(1), { error: 'expected a list of words, such as [python3, client.py]' })
    .min(1)
    .optional()
    .describe('The program and its arguments; {url} and its like are replaced'),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is no name of a variable'), z.string())
    .default({})
    .describe('Variables for the client, in which {url} and its like are replaced'),
  credentials: z
    .strictObject({
      clientId: z.string().min(1).describe('The clientId that is built in'),
      clientSecret: z.string().min(1).describe('The secret that is built in'),
    })
    .optional()
    .describe('For a client whose credentials are built in; only ever sent to the simulator'),
  devices: z.array(z.string().min(1)).min(1).optional().describe('The devices that the client is told of'),
  instances: z.int().min(1).max(20).optional().describe('How many processes of the client run at once'),
  speed: z.number().min(0.1).max(1000).optional().describe('How many times faster the clock goes'),
  seed: z.int().min(0).optional().describe('Where all chance comes from'),
  jobs: z.int().min(1).max(64).optional().describe('How many days are lived side by side'),
  days: z.array(z.string().min(1)).min(1).optional().describe('Ids, globs over them, files or folders'),
  rules: z.array(z.string().min(1)).min(1).optional().describe('Ids of client rules, or globs over them'),
  require: z.array(clientRule).default([]).describe('Exit code 4 unless these could be decided'),
  fleet: z.string().min(1).optional().describe('A fleet file, for days of your own'),
  dialect: z.string().min(1).optional().describe('A dialect by name, or the path of its file'),
  waivers: z.array(waiver).default([]).describe('Known breaches that do not fail the audit'),
});

export type AuditFile = z.output<typeof auditFileSchema>;

export function parseAuditFile(text: string, file: string): ReadResult<AuditFile> {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const checked = validate(read.value, auditFileSchema);
  if (!checked.ok) return checked;
  const problems = Object.entries(checked.value.env).flatMap(([name, value]) =>
    unknownWords(value).map((word) =>
      problemAt(read.value, ['env', name], `nothing takes the place of {${word}}`, `Known: ${known()}.`),
    ),
  );
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: checked.value };
}

function known(): string {
  return PLACE_WORDS.map((each) => `{${each}}`).join(', ');
}
