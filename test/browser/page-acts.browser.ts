// Acts on the page have their effect at the device, and what happens at the device shows on the page, each within
// 300 ms; the browser complains of nothing, and asks nobody else for anything.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stretch } from './busy.js';
import { openPage, type PageRig, until } from './page-rig.js';

/** In ms. */
const SOON = 300 * stretch();

let rig: PageRig;

beforeAll(async () => {
  rig = await openPage();
});

afterAll(() => rig.close());

beforeEach(() => {
  rig.simulator.reset();
});

const device = (id = 'bench-01') => {
  const found = rig.simulator.device(id);
  if (!found) throw new Error(`no device ${id}`);
  return found;
};
const shows = (text: string) => async (): Promise<boolean> => (await rig.text()).includes(text);

async function logIn(): Promise<string> {
  const response = await fetch(`${rig.simulator.url}/svc/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: 'operator', clientSecret: 'demo-operator-secret' }),
  });
  return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
}

async function ask(path: string, body?: object): Promise<number> {
  const response = await fetch(`${rig.simulator.url}/svc/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${await logIn()}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.status;
}

test('the token has left the address bar, and a reload keeps the page', async () => {
  expect(rig.page.url()).not.toContain('token');
  await rig.page.reload();
  await until(shows('bench-01'));
});

describe('what is done on the page', () => {
  beforeEach(() => rig.show('device/bench-01'));

  test('a click on an input closes its contact', async () => {
    await rig.press('switch', 'Input 2');
    const took = await until(() => device().physical().digitalInputs[1]?.active === true);
    expect(took).toBeLessThan(SOON);
  });

  test('a value that is dragged arrives at the device', async () => {
    const slider = await rig.find('slider', 'Analog 1, drag to set');
    await slider.focus();
    await rig.page.keyboard.press('End');
    expect(await until(() => device().reported().analogInputs[0]?.value === 10)).toBeLessThan(SOON);
  });

  test('power is cut and restored, the link dropped and restored', async () => {
    await rig.press('button', 'Cut power');
    expect(await until(() => !device().physical().powered)).toBeLessThan(SOON);
    await rig.press('button', 'Restore power');
    expect(await until(() => device().physical().powered)).toBeLessThan(SOON);
    await rig.press('button', 'Drop link');
    expect(await until(() => !device().physical().linked)).toBeLessThan(SOON);
    await rig.press('button', 'Restore link');
    expect(await until(() => device().physical().linked)).toBeLessThan(SOON);
  });

  test('bytes are put on the RS485 line', async () => {
    await rig.press('button', 'Send bytes');
    const noted = (): boolean =>
      rig.simulator.journal.records().some((each) => 'name' in each && each.name === 'inject-rs485');
    expect(await until(noted)).toBeLessThan(SOON);
  });

  test('a fault is staged from its form, and ended', async () => {
    await rig.show('faults');
    await (await rig.find('combobox', 'Fault')).select('stuck-relay');
    await (await rig.find('form', 'Order of stuck-relay')).waitForSelector('input');
    await (
      await rig.find(
        'textbox',
        'device Device ids; * stands for any text; one, or several separated by commas',
      )
    ).type('bench-01');
    await rig.press('button', 'Stage it');
    expect(await until(() => rig.simulator.faults.list().length === 1)).toBeLessThan(SOON);
    expect(rig.simulator.faults.list()[0]?.order).toEqual({
      fault: 'stuck-relay',
      on: { device: ['bench-01'] },
    });
    await rig.press('button', 'End all');
    expect(await until(() => rig.simulator.faults.list().length === 0)).toBeLessThan(SOON);
  });

  test('a bad day begins at one click', async () => {
    await rig.show('faults');
    await rig.press('button', 'Start welded contact');
    const ids = (): string[] => rig.simulator.faults.list().map(({ id }) => id);
    expect(await until(() => ids().join() === 'welded,worn')).toBeLessThan(SOON);
  });

  test.each(['fleet', 'demo'])('a key begins a fault on the card in focus, and ends it: %s', async (view) => {
    await rig.show(view);
    // The cards of the view before may still be there when the title has changed.
    const isDemo = view === 'demo';
    await until(async () => (await rig.text()).includes('End the demonstration') === isDemo);
    // Nor do cards stay as they are before the devices have been read.
    await rig.settled();
    const press = async (key: '1' | '2' | '3'): Promise<void> => {
      const card = await rig.page.waitForSelector('[data-device="bench-02"]');
      // In a demonstration a click chooses the card; in the fleet it opens the device.
      await (isDemo ? card?.click() : card?.focus());
      await rig.page.keyboard.press(key);
    };
    const acting = (): string[] => rig.simulator.faults.list().map(({ type }) => type);
    for (const fault of ['stuck-relay', 'unresponsive', 'offline']) {
      const key = String(1 + ['stuck-relay', 'unresponsive', 'offline'].indexOf(fault)) as '1' | '2' | '3';
      await press(key);
      expect(await until(() => acting().join() === fault)).toBeLessThan(SOON);
      expect(rig.simulator.faults.list()[0]?.order).toMatchObject({ on: { device: 'bench-02' } });
      await rig.page.waitForSelector('.fault-keys [aria-pressed="true"]');
      await press(key);
      expect(await until(() => acting().length === 0)).toBeLessThan(SOON);
      await rig.page.waitForFunction(() => !document.querySelector('.fault-keys [aria-pressed="true"]'));
    }
  });

  test('a demonstration is dark, and ends with Escape', async () => {
    await rig.show('demo');
    await rig.page.waitForSelector('[data-device="bench-01"]');
    const scheme = (): Promise<string> =>
      rig.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await scheme()).toBe('dark');
    await rig.page.keyboard.press('Escape');
    await until(async () => (await scheme()) === 'light dark');
  });

  test('time is paused, moved on and resumed', async () => {
    await rig.show('clock');
    await rig.press('button', 'Pause time');
    const clock = () => rig.control<{ now: number; paused: boolean }>('/clock');
    expect(await until(async () => (await clock()).paused)).toBeLessThan(SOON);
    const before = (await clock()).now;
    await rig.press('button', '+ 30s');
    expect(await until(async () => (await clock()).now === before + 30_000)).toBeLessThan(SOON);
    await rig.press('button', 'Resume time');
    expect(await until(async () => !(await clock()).paused)).toBeLessThan(SOON);
  });

  test('a snapshot is taken and restored, and everything is reset', async () => {
    device().stimuli.setAnalog(1, 7);
    await rig.show('clock');
    await rig.press('button', 'Take a snapshot');
    await rig.find('button', 'Restore it');
    device().stimuli.setAnalog(1, 3);
    await rig.press('button', 'Restore it');
    await until(() => device().reported().analogInputs[0]?.value === 7);
    await rig.press('button', 'Reset');
    await rig.press('button', 'Reset now');
    expect(await until(() => device().reported().analogInputs[0]?.value !== 7)).toBeLessThan(SOON);
  });
});

describe('what happens shows on the page', () => {
  test('a device that loses its link, in the fleet', async () => {
    await rig.show('fleet');
    await until(shows('bench-01'));
    await until(async () => !(await rig.text()).includes('offline'));
    device().stimuli.dropLink();
    expect(await until(async () => /bench-01\s+offline/.test(await rig.text()))).toBeLessThan(SOON);
  });

  test('contacts of a device in the fleet, and where they are not as they are told', async () => {
    rig.simulator.faults.order({ fault: 'stuck-relay', on: { device: 'bench-01' }, with: { relays: [2] } });
    await rig.show('fleet');
    await until(shows('bench-01'));
    const relays = [
      { index: 1, action: 'on' },
      { index: 2, action: 'on' },
    ];
    expect(await ask('/devices/bench-01/relays/commands', { relays })).toBe(200);
    expect(await until(shows('closed relays: 1'))).toBeLessThan(SOON);
    expect(await rig.text()).toContain('told otherwise: relay 2');
    const lamps = await rig.page.$$eval('[data-device="bench-01"] .relay', (all) =>
      all.map(({ classList }) => [classList.contains('closed'), classList.contains('differs')]),
    );
    expect(lamps.slice(0, 3)).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
    await until(shows('1 s ago'));
  });

  test('a welded contact: told and true are marked where they differ', async () => {
    const { faults } = rig.simulator;
    faults.order({ fault: 'stuck-relay', on: { device: 'bench-01' }, with: { relays: [1] } });
    await rig.show('device/bench-01');
    await until(shows('Told and true'));
    expect(await ask('/devices/bench-01/relays/commands', { relays: [{ index: 1, action: 'on' }] })).toBe(
      200,
    );
    expect(await until(async () => /Relay 1\s+on\s+open\s*differs/.test(await rig.text()))).toBeLessThan(
      SOON,
    );
  });

  test('an exchange in the traffic, with its code, and on the wire without its token', async () => {
    await rig.show('traffic');
    await ask('/devices/nobody-there');
    const shown = until(shows('devices.read DEVICE_NOT_FOUND'));
    expect(await shown).toBeLessThan(SOON);
    const row = await rig.page.waitForSelector('::-p-text(devices.read DEVICE_NOT_FOUND)');
    await row?.click();
    await until(shows('GET /svc/v1/devices/nobody-there'));
    expect(await rig.text()).toContain('authorization: <redacted>');
    await until(shows('rules apply'));
  });

  test('a fault that somebody else has staged', async () => {
    await rig.show('faults');
    await until(shows('Nothing is staged'));
    rig.simulator.faults.order({ fault: 'latency', id: 'from-outside', with: { delay: '1s' } });
    expect(await until(shows('from-outside'))).toBeLessThan(SOON);
  });

  test('a pause of the traffic loses nothing', async () => {
    await rig.show('traffic');
    await rig.press('button', 'Pause');
    await ask('/devices');
    await until(shows('records wait'));
    await rig.press('button', 'Continue');
    expect(await until(shows('devices.list SUCCESS'))).toBeLessThan(SOON);
  });
});

describe('the conduct of clients, and the past', () => {
  test('a client that does not wait is judged, and its exchanges are shown', async () => {
    await rig.show('traffic');
    await rig.press('button', 'Judge the clients');
    const token = await logIn();
    const read = () =>
      fetch(`${rig.simulator.url}/svc/v1/devices/bench-02`, {
        headers: { authorization: `Bearer ${token}` },
      });
    await read();
    await read();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await read();
    await until(async () => /BROKEN\s+client\.waits-after-429/.test(await rig.text()), 15_000);
    const show = await rig.page.waitForSelector('::-p-aria([role="button"]) >>> ::-p-text(Show them)');
    await show?.click();
    await until(shows('2 entries'));
    await rig.press('button', 'Judge the clients');
    await until(async () => !(await rig.text()).includes('Conduct of the clients'));
    expect(await rig.find('button', 'Close')).toBeDefined();
  });

  test('the chart of a device begins before the page looked at it', async () => {
    await rig.show('fleet');
    device('bench-06').stimuli.setAnalog(1, 2);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await rig.show('device/bench-06');
    const begins = async (): Promise<string> => {
      const label = await rig.page.$eval('.plot', (plot) => plot.getAttribute('aria-label') ?? '');
      return /from (\S+) on/.exec(label)?.[1] ?? '';
    };
    await rig.page.waitForSelector('.plot');
    const { now } = await rig.control<{ now: number }>('/clock');
    const before = new Date(now - 2000).toISOString().slice(11, 19);
    const took = await until(async () => {
      const first = await begins();
      return first !== '' && first <= before;
    });
    expect(took).toBeLessThan(2000 * stretch());
  });
});

test('the browser has nothing to complain of, and asks nobody else', () => {
  expect(rig.complaints).toEqual([]);
  expect(rig.strangers).toEqual([]);
});
