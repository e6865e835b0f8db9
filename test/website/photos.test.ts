import { expect, test } from 'bun:test';
import { png } from '../support/pictures';
import { fieldsOf } from '../support/visitor';
import { sharedLists, visitorIn } from './shared-lists';

const own = sharedLists();

const picture = (number: number, name = `photo-${number}.png`) => new File([new Uint8Array(png(8 + number, 8))], name);

/** Opens the form of a new copy. */
async function newCopy(): Promise<string> {
  const id = await own.make('collection', 0);
  await own.visitor.open(`/collection?edit=${id}`);
  return id;
}

/** Sends files as a browser does, with the empty field of the camera first. */
function upload(id: string, files: readonly File[], visitor = own.visitor) {
  const [html = ''] = /<form[^>]*action="[^"]*\/photos#photos"[\s\S]*?<\/form>/.exec(visitor.page.html) ?? [];
  const form = new FormData();
  for (const [name, value] of fieldsOf(html)) form.append(name, value);
  for (const name of ['taken', 'photo']) form.delete(name);
  form.append('taken', new File([], ''));
  for (const file of files) form.append('photo', file);
  return visitor.post(`/collection/items/${id}/photos`, form);
}

const captions = async (id: string) =>
  (await own.server.read(`/api/users/me/collection/${id}/photos`)).data.map(
    ({ attributes: { caption } }: { attributes: { caption: string } }) => caption,
  );

test('several photos are added to a copy, captioned, ordered, and removed, which can be undone', async () => {
  const id = await newCopy();
  expect((await upload(id, [picture(1), picture(2), picture(3)])).html).toContain('3 photos added.');
  expect(own.visitor.page.html).toContain('3 of 20');
  const [first, second] = own.visitor.page.html.match(/\/collection\/items\/[^"]*?\/photos\/[0-9a-f-]{36}(?=#photos")/g) ?? [];
  await own.visitor.send(first ?? '', { caption: 'Obi', position: '3', do: '' });
  expect(await captions(id)).toEqual([null, null, 'Obi']);
  expect((await own.visitor.send(second ?? '', { caption: '\u200b', do: '' })).text).toContain('This must be text of 1 to 100 characters.');
  expect((await own.visitor.send('Remove photo: Obi', { do: 'remove' })).html).toContain('Photo removed.');
  expect(await captions(id)).toEqual([null, null]);
  expect((await own.visitor.send('Undo', { do: 'undo' })).text).toContain('3 of 20');
  expect(await captions(id)).toEqual([null, null, 'Obi']);
  const address = /src="([^"]*320\.webp)"/.exec(own.visitor.page.html)?.[1] ?? '';
  const file = await own.server.app.handle(
    new Request(`http://localhost${address}`, { headers: { cookie: `leitmotif-session=${own.server.token}` } }),
  );
  expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'private, no-cache',
  ]);
  expect((await own.server.app.handle(new Request(`http://localhost${address}`))).status).not.toBe(200);
  for (const wrong of [address.replace('320', '640'), address.replace(/[0-9a-f]{12}\/320/, '000000000000/320')])
    expect((await own.visitor.open(wrong)).status).toBe(404);
});

test('a removed copy that is restored has its photos', async () => {
  const id = await newCopy();
  await upload(id, [picture(1)]);
  await own.visitor.open(`/collection/items/${id}?remove=yes`);
  await own.visitor.send('Remove', { do: 'remove' });
  await own.visitor.send('Undo', { do: 'undo' });
  const [copy] = await own.items('collection');
  expect(await captions(copy.attributes._id)).toEqual([null]);
});

test('of a form with some photos that cannot be stored, the others are, and it says which are not and why', async () => {
  const id = await newCopy();
  expect((await upload(id, [])).text).toContain('Choose at least one photo.');
  const large = new File([new Uint8Array(12_000_000)], 'large <b>.png');
  const heic = new File(['\0\0\0\x18ftypheic'], 'phone.heic');
  const page = await upload(id, [picture(1), large, picture(1, 'again.png'), heic, picture(2), new File([], 'empty.png')]);
  expect(page.status).toBe(422);
  for (const sentence of [
    'Not stored: large <b>.png. Larger than 10 MB.',
    'Not stored: again.png. The copy has this photo already.',
    'Not stored: phone.heic. This is a HEIC picture.',
    'Not stored: empty.png. The file is empty.',
    '2 of 20',
  ])
    expect(page.text).toContain(sentence);
  const many = await upload(
    id,
    Array.from({ length: 40 }, (_, number) => picture(10 + number)),
  );
  expect(many.text).toContain('20 of 20');
  expect(many.text).toMatch(/Not stored: photo-28\.png, .*photo-47\.png, …\. A copy may have 20 photos\./);
  const german = visitorIn('de', own);
  await german.open(`/collection?edit=${id}`);
  expect((await upload(id, [picture(99)], german)).text).toContain('Nicht gespeichert: photo-99.png. Ein Exemplar darf 20 Fotos haben.');
});

test('a form with hundreds of files is refused', async () => {
  const id = await newCopy();
  const files = Array.from({ length: 300 }, () => new File(['x'], 'x.png'));
  expect((await upload(id, files)).status).toBe(413);
});

test('the report has the first photos of a copy in place of its cover', async () => {
  const id = await own.make('collection', 0, { purchase_price_cents: 700, currency: 'EUR' });
  expect((await own.visitor.open('/collection/value')).html).toContain('<span class="pic">');
  await own.visitor.open(`/collection?edit=${id}`);
  await upload(id, [picture(1), picture(2), picture(3), picture(4)]);
  const { html } = await own.visitor.open('/collection/value');
  expect([html.match(/320\.webp/g)?.length, html.includes('<span class="pic">')]).toEqual([3, false]);
});
