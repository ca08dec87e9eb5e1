// Holds the files of the defects to their layout: above each defect stands the clause that it breaks.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ruleById } from '../../../src/contract/rules/catalogue.js';
import { allDefects } from '../../../src/simulator/defects/registry.js';
import { clausesOf } from './clauses-of.js';

const FOLDER = 'src/simulator/defects';
const CLAUSES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => clausesOf(readFileSync(`${FOLDER}/${name}`, 'utf8')));

describe('the files of the defects', () => {
  it('define each defect of the registry once', () => {
    const ids = allDefects().map(({ id }) => id);
    expect(CLAUSES.map(({ defect }) => defect).toSorted()).toEqual(ids);
  });

  it('have a clause above each defect, with the section in which its rule is stated', () => {
    const sections = new Map(CLAUSES.map(({ defect, section }) => [defect, section]));
    const wrong = allDefects().flatMap(({ id, rule }) => {
      const section = sections.get(id);
      const stated = ruleById(rule).section;
      // Headings are cut short where they go on in brackets or with code.
      return section !== undefined && stated.startsWith(section) ? [] : [{ id, section, stated }];
    });
    expect(wrong).toEqual([]);
  });
});

describe('the reader of clauses', () => {
  it('finds the section above a defect that is an object', () => {
    const source = "  // Limits: one at a time.\n  'lane-missing': {\n";
    expect(clausesOf(source)).toEqual([{ defect: 'lane-missing', section: 'Limits' }]);
  });

  it('finds the section above a defect that a function makes', () => {
    const source =
      "  // Event topics: each is sent.\n  'online-missing': neverSent('events.online', TOPIC),\n";
    expect(clausesOf(source)).toEqual([{ defect: 'online-missing', section: 'Event topics' }]);
  });

  it.each(['', '  // A comment without a section.', '  // Limits:'])('finds no section in "%s"', (above) => {
    const source = `${above}\n  'lane-missing': {\n`;
    expect(clausesOf(source)).toEqual([{ defect: 'lane-missing', section: undefined }]);
  });
});
