// axe-core on a page as it is shown at the moment.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** In words, a text for each rule that is broken. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Past the policy of the page, as a debugger does it.
  const session = await page.createCDPSession();
  await session.send('Runtime.evaluate', { expression: AXE });
  const found = await session.send('Runtime.evaluate', {
    expression: 'axe.run().then((result) => JSON.stringify(result.violations))',
    awaitPromise: true,
  });
  await session.detach();
  const list = JSON.parse(String(found.result.value)) as Violation[];
  return list.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
  );
}
