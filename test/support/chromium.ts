import { existsSync } from 'node:fs';

const places = [
  // Takes two thirds of the CPU time of the full browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of an installed Chromium, or the one set in the environment. Throws if there is none. */
export function chromiumPath(): string {
  const path = [process.env.CHROMIUM, ...places].find((place) => place !== undefined && existsSync(place));
  if (!path) throw new Error('There is no Chromium here. Install one (apt-get install chromium-headless-shell), or name it in CHROMIUM.');
  return path;
}
