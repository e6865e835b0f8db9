import { describe, expect, test } from 'bun:test';
import { pictureFormatOf } from '../../src/covers/sniff';
import { nonEmpty } from '../support/non-empty';
import { cmykJpeg, jpeg, png, webp } from '../support/pictures';

const pictures = { jpeg: await jpeg(8, 8), png: png(8, 8), webp: await webp(8, 8) };

const codeOf = (bytes: Uint8Array): string => {
  try {
    return pictureFormatOf(Buffer.from(bytes));
  } catch (error) {
    return (error as { problem: { code: string } }).problem.code;
  }
};

describe.each(Object.entries(pictures))('a picture in %s', (format, bytes) => {
  test('is recognized by its content', () => {
    expect(codeOf(bytes)).toBe(format);
  });

  test('may be followed by anything that is no other file', () => {
    for (const rest of ['\n', '\0'.repeat(1_000), 'ftypmp42 a video', 'script', '< script'])
      expect([rest, codeOf(Buffer.concat([bytes, Buffer.from(rest)]))]).toEqual([rest, format]);
  });

  test.each([
    ...['PK\x03\x04', 'PK\x05\x06', '%PDF-1.7', 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'],
    ...['<script>', '<SCRIPT src=x>', '<html>', '<svg onload=x>', '<body>', '<iframe>', '<!doctype html>', '<?php x'],
  ])('followed by %j is refused', (rest) => {
    const appended = (padding: string) => Buffer.concat([bytes, Buffer.from(padding + rest, 'latin1')]);
    expect([codeOf(appended('')), codeOf(appended('\0'.repeat(5_000)))]).toEqual(['picture_followed', 'picture_followed']);
  });

  test('is refused at every length short of its end', () => {
    const lengths = Array.from({ length: bytes.length - 12 }, (_, index) => index + 12);
    for (const length of nonEmpty(lengths)) expect([length, codeOf(bytes.subarray(0, length))]).toEqual([length, 'damaged_picture']);
  });
});

test.each([
  ['nothing', '', 'picture_is_empty'],
  ['text', 'not a picture', 'picture_unknown'],
  ['two bytes of a JPEG', '\xff\xd8', 'picture_unknown'],
  ['a GIF', 'GIF89a\x01\x00\x01\x00', 'picture_unknown'],
  ['an SVG', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'picture_is_svg'],
  ['an SVG without a declaration', '<svg>', 'picture_is_svg'],
  ['a text with an SVG far behind', `${' '.repeat(2_000)}<svg>`, 'picture_unknown'],
  ['another RIFF file', 'RIFF\x24\x00\x00\x00WAVEfmt ', 'picture_unknown'],
  ['a PNG whose line ends were converted', '\x89PNG\n\x1a\n', 'picture_unknown'],
  ['the start of a WebP', 'RIFF\x04\x00\x00\x00WEBP', 'damaged_picture'],
])('%s is no picture', (_, text, code) => {
  expect(codeOf(Buffer.from(text, 'latin1'))).toBe(code);
});

test('an animated WebP is refused', () => {
  const animated = Buffer.from('RIFF\x16\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x07\x00\x00', 'latin1');
  const still = Buffer.from(animated);
  still[20] = 0;
  expect([codeOf(animated), codeOf(still)]).toEqual(['animated_picture', 'webp']);
});

test.each([
  ['without any segment', 'ffd8ffd9', 'jpeg'],
  ['with markers that have no length, and fill bytes', 'ffd8ff00ff01ffd0ffd8ffffffd9', 'jpeg'],
  ['with the mark of an end within a segment', 'ffd8ffe1000effd93c7363726970743e2121ffd9', 'jpeg'],
  ['with a page behind the end', 'ffd8ffe100042121ffd93c7363726970743e', 'picture_followed'],
  ['that ends within a marker', 'ffd8ff', 'damaged_picture'],
  ['that ends within the length of a segment', 'ffd8ffe100', 'damaged_picture'],
])('a JPEG %s is read to its end', (_, hex, code) => {
  expect(codeOf(Buffer.from(hex, 'hex'))).toBe(code);
});

test('a JPEG with more than 64 scans is refused', () => {
  const filled = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(9_900_000, 0xff)]);
  const chunks = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(9_600_000)]);
  expect([codeOf(filled), codeOf(chunks)]).toEqual(['damaged_picture', 'damaged_picture']);
  expect([codeOf(cmykJpeg(8, 8, 64)), codeOf(cmykJpeg(8, 8, 65))]).toEqual(['jpeg', 'many_scans']);
});
