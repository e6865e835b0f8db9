import { expect, test } from 'bun:test';
import { demoServer, type TestServer } from './server';

export interface ShownPage {
  readonly status: number;
  readonly html: string;
  /** Visible text of the main content, without markup, drawings and frame. */
  readonly text: string;
  readonly headers: Headers;
}

/** Requests a page, signed in with a token, or anonymously without one. */
export async function pageOf(
  server: Pick<TestServer, 'app'>,
  path: string,
  { token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<ShownPage> {
  const sent = new Headers({ accept: 'text/html', ...headers });
  if (token !== undefined) sent.append('cookie', `leitmotif-session=${token}`);
  return shownPage(await server.app.handle(new Request(`http://localhost${path}`, { headers: sent })));
}

export async function shownPage(response: Response): Promise<ShownPage> {
  const html = await response.text();
  return { status: response.status, html, text: textOf(html), headers: response.headers };
}

export async function demoPage(path: string, headers: Record<string, string> = {}): Promise<ShownPage> {
  const server = await demoServer();
  return pageOf(server, path, { token: server.token, headers });
}

/**
 * Tests that a page of the demo has some parts and lacks others.
 * @param parts of its text, or of its source if they have markup
 */
export function testDemoPage(
  statement: string,
  path: string,
  parts: readonly (string | RegExp)[],
  { lacks = [], language }: { readonly lacks?: readonly (string | RegExp)[]; readonly language?: string } = {},
): void {
  test(statement, async () => {
    const { status, text, html } = await demoPage(path, language === undefined ? {} : { 'accept-language': language });
    const placeOf = (part: string | RegExp): string => (/<|="/.test(part instanceof RegExp ? part.source : part) ? html : text);
    expect(status).toBe(200);
    for (const part of parts) expect(placeOf(part)).toMatch(part);
    for (const part of lacks) expect(placeOf(part)).not.toMatch(part);
  });
}

function textOf(html: string): string {
  const [, matter = html] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  const text = matter.replace(/<svg[\s\S]*?<\/svg>/g, ' ').replace(/<[^>]+>/g, ' ');
  return text
    .replace(/&(lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
