// axe-core finds nothing on any view, in light and dark, on a screen and on a phone; and nothing is wider than it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOn } from './axe.js';
import { openPage, type PageRig } from './page-rig.js';

const VIEWS = ['fleet', 'demo', 'device/bench-01', 'traffic', 'faults', 'clock'];

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

const LOOKS = ['light', 'dark'].flatMap((scheme) =>
  [1280, 360].flatMap((width) => VIEWS.map((view) => ({ view, scheme, width }))),
);

test.each(LOOKS)(
  '$view $scheme $width px wide: axe finds nothing, and it fits',
  async ({ view, scheme, width }) => {
    await rig.page.setViewport({ width, height: 800 });
    await rig.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await rig.show(view);
    await rig.settled();
    expect(await violationsOn(rig.page)).toEqual([]);
    const over = await rig.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBe(0);
  },
);
