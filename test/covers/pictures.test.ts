import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cutPicture } from '../../src/covers/picture';
import { DomainError } from '../../src/errors';
import { nonEmpty } from '../support/non-empty';
import { cmykJpeg, jpeg, movingWebp, png, pngBomb, rednessOf, turnedJpeg, turnedPng, turnedWebp, webp } from '../support/pictures';
import { runs } from '../support/runs';

const maximumPixels = 1_000_000;

const cut = (bytes: Uint8Array) => cutPicture(bytes, maximumPixels);

const sizeOf = async (bytes: Uint8Array | undefined) => {
  const { width, height, format } = await new Bun.Image(bytes ?? new Uint8Array()).metadata();
  return [format, width, height];
};

/** Brightness of each quarter of a picture: dark, gray or light. */
async function quartersOf(bytes: Uint8Array | undefined): Promise<number[]> {
  const four = await new Bun.Image(bytes ?? new Uint8Array()).resize(2, 2, { filter: 'box' }).png().buffer();
  return rednessOf(four).map((value) => [0, 128, 255].find((one) => Math.abs(one - value) < 40) ?? value);
}

describe('a picture is converted to three sizes', () => {
  test('of WebP, without enlargement and with its aspect ratio', async () => {
    const { width, height, files } = await cut(png(1_200, 600));
    expect([width, height]).toEqual([960, 480]);
    expect(await Promise.all([...files.values()].map(sizeOf))).toEqual([
      ['webp', 96, 48],
      ['webp', 320, 160],
      ['webp', 960, 480],
    ]);
    const small = await cut(png(1, 1));
    expect(await Promise.all([...small.files.values()].map(sizeOf))).toEqual(Array(3).fill(['webp', 1, 1]));
    expect(await sizeOf((await cut(png(10_000, 1))).files.get(96))).toEqual(['webp', 96, 1]);
  });

  test('from JPEG, PNG and WebP, also with CMYK, 16 bits or transparency', async () => {
    const given = [await jpeg(40, 30), cmykJpeg(8, 8), png(40, 30, { depth: 16 }), png(40, 30, { hasAlpha: true }), await webp(40, 30)];
    for (const bytes of given) expect((await cut(bytes)).files.size).toBe(3);
  });

  test('rotated by the Exif orientation of a JPEG', async () => {
    const { width, height } = await cut(await turnedJpeg(40, 20));
    expect([width, height]).toEqual([20, 40]);
  });

  // The quarters of the original, from the upper left: dark, gray, dark, light.
  const [dark, gray, light] = [0, 128, 255];
  test.each([
    [1, [dark, gray, dark, light]],
    [2, [gray, dark, light, dark]],
    [3, [light, dark, gray, dark]],
    [4, [dark, light, dark, gray]],
    [5, [dark, dark, gray, light]],
    [6, [dark, dark, light, gray]],
    [7, [light, gray, dark, dark]],
    [8, [gray, light, dark, dark]],
  ])('rotated by the Exif orientation %i of a PNG or WebP', async (orientation, quarters) => {
    for (const bytes of [turnedPng(80, 40, orientation), await turnedWebp(80, 40, orientation)]) {
      const { width, height, files } = await cut(bytes);
      expect([width, height]).toEqual(orientation < 5 ? [80, 40] : [40, 80]);
      expect(await quartersOf(files.get(960))).toEqual(quarters);
    }
  });

  test('unrotated if the Exif data is damaged', async () => {
    const damaged = ['', '49492a00ffffffff', '49492a0008000000ffff', '4d4d002a00000008000101120003000000010063'].map((hex) =>
      Buffer.from(hex, 'hex'),
    );
    for (const exif of damaged) expect((await cut(turnedPng(80, 40, 6, exif))).width).toBe(80);
  });

  test('without metadata and trailing data, and with a hash of the pixels', async () => {
    const film = Buffer.from('\0\0\0\x18ftypmp42 a film of a phone');
    const { files, hash } = await cut(Buffer.concat([png(64, 64, { hasAlpha: true }), film]));
    for (const bytes of nonEmpty([...files.values()])) {
      expect(Buffer.from(bytes).includes(film)).toBe(false);
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/EXIF|ICCP|XMP /);
    }
    expect(hash).toBe((await cut(png(64, 64, { hasAlpha: true }))).hash);
    expect(hash).not.toBe((await cut(png(64, 64, { shade: 10 }))).hash);
  });
});

describe('the conversion refuses', () => {
  const refused: [string, () => Uint8Array | Promise<Uint8Array>, RegExp][] = [
    ['a PNG with a false huge size', pngBomb, /^The picture has 50000 × 50000 pixels\. It may have 1 million/],
    ['a JPEG with a false huge size', () => cmykJpeg(65_000, 65_000), /65000 × 65000 pixels/],
    ['a PNG of the maximum size of the format', () => png(2_147_483_647, 2_147_483_647, { raw: new Uint8Array(9) }), /too many pixels/],
    ['a JPEG with thousands of scans', () => cmykJpeg(8, 8, 2_000), /more than 64 scans/],
    ['an SVG', () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), /^SVG is not supported/],
    ['HTML', () => Buffer.from('<!doctype html><title>A cover</title>'), /Choose a JPEG, PNG or WebP/],
    ['a GIF', () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'), /Choose a JPEG, PNG or WebP/],
    ['an empty file', () => new Uint8Array(), /empty/],
    ['an animated WebP', movingWebp, /animated/],
    ['a PNG followed by HTML', () => Buffer.concat([png(64, 64), Buffer.from('<script>alert(1)</script>')]), /Another file follows/],
    [
      'a JPEG followed by a ZIP archive',
      async () => Buffer.concat([await jpeg(64, 64), Buffer.from('PK\x03\x04')]),
      /Another file follows/,
    ],
    ['a WebP followed by a PDF', async () => Buffer.concat([await webp(64, 64), Buffer.from('%PDF-1.4')]), /Another file follows/],
    ['half of a PNG', () => png(300, 200).subarray(0, 60), /damaged or incomplete/],
    ['half of a JPEG', async () => (await jpeg(300, 200)).subarray(0, 700), /damaged or incomplete/],
    ['half of a WebP', async () => (await webp(300, 200)).subarray(0, 50), /damaged or incomplete/],
    ['the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), /damaged or incomplete/],
  ];
  for (const [name, make, sentence] of refused)
    test(name, async () => {
      const error = await cut(await make()).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DomainError);
      expect((error as DomainError).message).toMatch(sentence);
    });

  test('or converts a valid picture with any bytes changed', async () => {
    const originals = [png(24, 24), await jpeg(24, 24), await webp(24, 24), await webp(24, 24, { hasAlpha: true }), await movingWebp()];
    const changes = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...originals), changes, fc.nat(2_000), async (original, changed, length) => {
        const bytes = Buffer.from(original);
        for (const [at, value] of changed) bytes[at % bytes.length] = value;
        const given = bytes.subarray(0, length > 1_000 ? bytes.length : (length * bytes.length) / 1_000);
        const outcome = await cut(given).catch((error: unknown) => error);
        if (outcome instanceof DomainError) expect(['unprocessable', 'too_large']).toContain(outcome.kind);
        else expect(outcome).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{40}$/) });
      }),
      { numRuns: runs(100) },
    );
  });
});
