import { LRUCache } from 'lru-cache';
import type { SentForm } from './form';
import { isPage, type PageAnswer, seeOther } from './page';
import type { RequestContext } from './request-context';

/** Some megabytes at most; a day's forms of a busy server. */
const maximumForms = 10_000;

/**
 * Redirects after forms that add, merge or delete something: a form sent twice, by a double click or after going back, does so once.
 * Each page has a form token of its own, so the same form of a new page does it again.
 */
export class SentForms {
  readonly #locations = new LRUCache<string, Promise<string | undefined>>({ max: maximumForms });

  /** Sends a form, or leads to where it led before. Rejected forms can be sent again. */
  async once(context: RequestContext, form: SentForm, send: () => Promise<PageAnswer> | PageAnswer): Promise<PageAnswer> {
    const key = keyOf(context, form);
    const before = this.#locations.get(key);
    const led = before && (await before);
    if (led !== undefined) return seeOther(led);
    const answer = Promise.resolve(send());
    const location = answer.then(
      (page) => (isPage(page) || page.status !== 303 ? undefined : (page.headers.get('location') ?? undefined)),
      () => undefined,
    );
    this.#locations.set(key, location);
    if ((await location) === undefined) this.#locations.delete(key);
    return answer;
  }
}

function keyOf({ path, query, user }: RequestContext, form: SentForm): string {
  const files = form.files.map((name) => [name, form.file(name)?.name, form.file(name)?.size]);
  const sent = JSON.stringify([user?.id, path, query.toString(), form.texts, files]);
  return new Bun.CryptoHasher('sha256').update(sent).digest('base64');
}
