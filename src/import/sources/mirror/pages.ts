import { SetupError } from '../../../errors';
import { quotedExcerpt } from '../../http-client/body';
import type { Client, ReadResult } from '../../http-client/client';
import { listShape, type MirroredObject, readShape } from './shapes';

export interface PagePosition {
  readonly page: string;
  readonly received: number;
}

export interface MirroredPage extends PagePosition {
  readonly url: string;
  readonly data: readonly MirroredObject[];
  readonly included: readonly MirroredObject[];
  /** `undefined` after the last page. */
  readonly next: PagePosition | undefined;
}

/** How much a list may grow while being read. */
const growth = 1_000;

/** Three million resources at 30 per page; limits lists that do not state their size. */
const maximumPages = 100_000;

/**
 * Pages of a list, following its links; none if it does not exist. Falls back to reading without `include`.
 * @throws {SetupError} if links leave the list, repeat or never end
 */
export async function* pages(client: Client, path: string, include: string, from?: PagePosition): AsyncGenerator<MirroredPage> {
  const visited = new Set<string>();
  const received = new Set<string>();
  let position = from ?? { page: include === '' ? path : `${path}?include=${include}`, received: 0 };
  for (let count = 1; ; count++) {
    const read = await readPage(client, path, position, from === undefined && count === 1);
    if (!read) return;
    const page = readList(client, path, position, read);
    visited.add(position.page);
    if (!page.next) return yield page;
    if (page.data.length === 0) throw new SetupError(`${page.url} is empty but has a next page.`);
    if (visited.has(page.next.page))
      throw new SetupError(`${page.url} links back to ${quotedExcerpt(page.next.page)}, so the list never ends.`);
    if (page.data.every(({ id }) => received.has(id))) throw new SetupError(`${page.url} repeats earlier records, so the list never ends.`);
    if (count === maximumPages) throw new SetupError(`${page.url} is page ${count} and still has a next page, so the list never ends.`);
    for (const { id } of page.data) received.add(id);
    yield page;
    position = page.next;
  }
}

async function readPage(client: Client, path: string, position: PagePosition, isFirst: boolean): Promise<ReadResult | undefined> {
  const hasInclude = isFirst && position.page !== path;
  const read = await client.read(position.page, isFirst ? [404, 405, ...(hasInclude ? [400] : [])] : []);
  if (read.status === 400) return await readPage(client, path, { ...position, page: path }, isFirst);
  return read.status === 200 ? read : undefined;
}

function readList(client: Client, path: string, { received }: PagePosition, read: ReadResult): MirroredPage {
  const url = client.address.url(read.path);
  const { data, included = [], links, meta } = readShape(listShape, read.value, url);
  const link = links?.next;
  const next = typeof link === 'string' ? { page: client.address.pathOf(link, read.path), received: received + data.length } : undefined;
  if (next && next.page.split('?', 1)[0] !== path)
    throw new SetupError(`${url} continues at ${quotedExcerpt(next.page)}, which is another list.`);
  const total = meta?.totalItems;
  if (next && total !== undefined && next.received > total + growth) {
    throw new SetupError(`${url} continues after ${next.received} resources but announced ${total}.`);
  }
  return { page: read.path, received, url, data, included, next };
}
