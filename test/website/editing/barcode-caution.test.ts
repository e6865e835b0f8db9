import { expect, test } from 'bun:test';
import { Visitor } from '../../support/visitor';
import { sharedEditor } from './shared-editor';

const editor = sharedEditor();

const caution = 'Saved as entered, but barcodes have 8, 12, 13 or 14 digits.';

test('a suspicious barcode is saved with a warning on the release and beside its field', async () => {
  const { visitor, api, server } = editor;
  await api.make('Release', '/api/releases', { title: 'Tides', slug: 'tides' });
  await visitor.open('/releases/tides/edit');
  const refused = await visitor.send('Save', { barcode: '12x' });
  expect([refused.status, refused.text.includes(caution)]).toEqual([422, false]);
  const saved = await visitor.send('Save', { barcode: '123' });
  expect([visitor.path, saved.text]).toEqual([
    expect.stringContaining('/releases/tides'),
    expect.stringContaining(`Barcode 123 ${caution}`),
  ]);
  expect((await visitor.open('/releases/tides/edit')).text).toContain(caution);
  await visitor.send('Save', { barcode: '4006381333932' });
  expect((await visitor.open('/releases/tides/edit')).text).toContain('This barcode may be misread: its check digit is wrong.');
  expect((await new Visitor(server).open('/releases/tides')).text).not.toContain('This barcode may be misread: its check digit is wrong.');
  await visitor.send('Save', { barcode: '4006381333931' });
  expect((await visitor.open('/releases/tides/edit')).text).not.toContain('This barcode may be misread: its check digit is wrong.');
});

test('the form for a new release warns of a wrong check digit, but not of a short number', async () => {
  const { visitor } = editor;
  expect((await visitor.open('/releases/add?code=123')).text).not.toContain(caution);
  expect((await visitor.open('/releases/add?code=4006381333932')).text).toContain('This barcode may be misread: its check digit is wrong.');
});
