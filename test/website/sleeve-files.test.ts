import { describe, expect, test } from 'bun:test';
import { demoPage, pageOf } from '../support/pages';
import { demoServer } from '../support/server';

describe('sleeves', () => {
  test('are SVG and PNG files with ETags', async () => {
    const server = await demoServer();
    const [{ attributes }] = (await server.read('/api/releases?q=immortal')).data;

    const svg = await demoPage(`/sleeves/${attributes._id}.svg`);
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect(svg.html).toStartWith('<svg');
    expect(svg.html).toContain('Immortal');
    expect(svg.headers.get('cache-control')).toBe('private, no-cache');

    const again = await demoPage(`/sleeves/${attributes._id}.svg`, { 'if-none-match': svg.headers.get('etag') ?? '' });
    expect([again.status, again.html]).toEqual([304, '']);

    const png = await demoPage(`/sleeves/${attributes._id}.png`);
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(png.html).toContain('PNG');
    expect(png.headers.get('etag')).not.toBe(svg.headers.get('etag'));
  });

  test.each(['/sleeves/immortal.svg', '/sleeves/00000000-0000-4000-8000-000000000000.svg', '/sleeves/x.gif'])(
    'answer 404 at %s',
    async (path) => {
      expect((await demoPage(path)).status).toBe(404);
    },
  );

  test('are explained with examples of the catalog, which guests of a private catalog do not see', async () => {
    const own = await demoPage('/sleeves');
    expect(own.text).toMatch(/Motif .* a person: a circle .* Recurrence .* Decades .* Sizes/);
    expect(own.html).toContain('href="/releases/');
    const server = await demoServer();
    const other = await pageOf(server, '/sleeves');
    expect(other.status).toBe(200);
    expect(other.text).toContain('The year sets the colors.');
    expect(other.html).not.toContain('href="/releases/');
  });
});
