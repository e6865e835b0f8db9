/** What a browser keeps for pages. */
export interface Cookies {
  readonly session: string | undefined;
  readonly language: string | undefined;
  readonly theme: string | undefined;
}

export function readCookies(request: Request): Cookies {
  const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '');
  return {
    session: cookies.get('leitmotif') ?? undefined,
    language: cookies.get('language') ?? undefined,
    theme: cookies.get('theme') ?? undefined,
  };
}
