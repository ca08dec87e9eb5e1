// axe-core finds nothing on any view, in light and dark, on a screen and on a phone; and nothing is wider than it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, type PageRig } from './page-rig.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIEWS = ['fleet', 'device/bench-01', 'traffic', 'faults', 'clock'];

let rig: PageRig;

beforeAll(async () => {
  rig = await openPage();
  const { faults } = rig.simulator;
  faults.order({ fault: 'stuck-relay', on: { device: 'bench-01' } });
  faults.order({ fault: 'flapping', on: { device: 'bench-02' } });
  rig.simulator.device('bench-03')?.stimuli.cutPower();
  await fetch(`${rig.simulator.url}/svc/v1/devices`);
});

afterAll(() => rig.close());

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

async function violations(): Promise<string[]> {
  // Past the policy of the page, as a debugger does it.
  const session = await rig.page.createCDPSession();
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

const LOOKS = ['light', 'dark'].flatMap((scheme) =>
  [1280, 360].flatMap((width) => VIEWS.map((view) => ({ view, scheme, width }))),
);

test.each(LOOKS)(
  '$view $scheme $width px wide: axe finds nothing, and it fits',
  async ({ view, scheme, width }) => {
    await rig.page.setViewport({ width, height: 800 });
    await rig.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await rig.show(view);
    await rig.page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
    expect(await violations()).toEqual([]);
    const over = await rig.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBe(0);
  },
);
