import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dayYaml, parseDay } from '../../../src/audit/days/day.js';

const FOLDER = 'scenarios/clients';

describe('a day as the text of its file', () => {
  test.each(readdirSync(FOLDER))('is read as what was written: %s', (file) => {
    const day = parseDay(readFileSync(join(FOLDER, file), 'utf8'), file);
    if (!day.ok) throw new Error('the days of the program can be read');
    const { id: _, ...written } = day.value;
    const text = dayYaml(written);
    expect(parseDay(text, file)).toEqual(day);
    expect(text).not.toMatch(/drawn: false|times: 1\n|: \[\]/);
  });
});
