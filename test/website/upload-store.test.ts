import { describe, expect, test } from 'bun:test';
import { UploadStore } from '../../src/website/http/upload-store';

describe('the store of uploads', () => {
  const file = (text: string) => ({ name: 'a.csv', mediaType: 'text/csv' as const, bytes: new TextEncoder().encode(text) });
  const random = (bytes: number) => ({ ...file(''), bytes: crypto.getRandomValues(new Uint8Array(bytes)) });

  test('returns a file to its owner only', async () => {
    const uploads = new UploadStore();
    const name = (await uploads.keep('anna', file('text'))) ?? '';
    expect(new TextDecoder().decode((await uploads.find('anna', name))?.bytes)).toBe('text');
    expect(await uploads.find('berta', name)).toBeUndefined();
    uploads.forget('berta', name);
    expect(await uploads.find('anna', name)).toBeDefined();
  });

  test('drops a file after an hour', async () => {
    let now = 0;
    const uploads = new UploadStore(() => now);
    const name = (await uploads.keep('anna', file('text'))) ?? '';
    now = 3_600_000;
    expect(await uploads.find('anna', name)).toBeUndefined();
  });

  test('keeps one file per user and drops the oldest if it is full', async () => {
    const uploads = new UploadStore(() => 0, { maximumBytes: 2_500, maximumFiles: 2 });
    const first = (await uploads.keep('anna', random(1_000))) ?? '';
    const second = (await uploads.keep('anna', random(1_000))) ?? '';
    expect(await uploads.find('anna', first)).toBeUndefined();
    await uploads.keep('berta', random(1_000));
    await uploads.keep('clara', random(1_000));
    expect(await uploads.find('anna', second)).toBeUndefined();
    expect(await uploads.keep('dora', random(3_000))).toBeUndefined();
  });
});
