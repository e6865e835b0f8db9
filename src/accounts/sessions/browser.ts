/** Ordered: most browsers also name others. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * A `User-Agent` as a person would say it: "Firefox on Linux", or just the program: "curl". Only for telling sign-ins apart;
 * clients may send anything.
 */
export function browserOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = nameIn(browsers, userAgent);
  if (browser === undefined) return /^[A-Za-z][\w.+-]{0,39}/.exec(userAgent)?.[0] ?? null;
  const system = nameIn(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}

const nameIn = (names: typeof browsers, userAgent: string): string | undefined => names.find(([, mark]) => mark.test(userAgent))?.[0];
