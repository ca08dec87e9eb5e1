// The Chromium of this machine. CHROMIUM names the browser where it is not in one of the usual places.
import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function launchChromium(): Promise<Browser> {
  const found = process.env['CHROMIUM'] ?? PLACES.find((place) => existsSync(place));
  if (found === undefined)
    throw new Error(`no browser at ${PLACES.join(', ')}; install chromium, or name one in CHROMIUM`);
  return puppeteer.launch({ executablePath: found, args: ['--no-sandbox'] });
}
