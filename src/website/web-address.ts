/** An address that leads to a page of the web; `undefined` for any other, such as `javascript:`. */
export function webAddress(written: string): string | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
