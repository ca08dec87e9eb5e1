// One of the rules that bind API clients, as files name it.
import * as z from 'zod';
import { CLIENT_RULES, type ClientRuleId } from './client.js';

const ids = CLIENT_RULES.map(({ id }) => id) as [ClientRuleId, ...ClientRuleId[]];

export const clientRule = z
  .enum(ids)
  .meta({ enumDescriptions: CLIENT_RULES.map(({ sentence }) => sentence) });
