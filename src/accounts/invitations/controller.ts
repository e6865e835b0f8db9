import { Elysia } from 'elysia';
import type { Store } from '../../database/open';
import { conflict, notFound } from '../../errors';
import { authentication } from '../../http/authentication';
import { readJson } from '../../http/body';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import type { AnyRow } from '../../jsonapi/queries';
import { readDocument } from '../../jsonapi/write';
import { administrators } from '../administrators';
import { OneTimeCodes } from '../codes/one-time-codes';
import { AccountDocuments, type Differences, nothingLeft } from '../documents';
import type { Principal } from '../principal';
import { all, first } from '../queries';
import { createInvitation, listInvitations, readInvitation, withdrawInvitation } from './endpoints';
import { maximumInvitations, newInvitations, invitations as resource } from './resource';

/** The routes by which administrators invite people. */
export function invitationController(store: Store, findPrincipal: (token: string) => Principal | undefined) {
  const invitations = new Invitations(store);
  return new Elysia({ name: 'invitations' })
    .use(authentication(administrators(findPrincipal), 'admin'))
    .get(listInvitations.route, ({ request }) => invitations.list(request), listInvitations.hook)
    .post(createInvitation.route, ({ request, principal }) => invitations.create(request, principal), createInvitation.hook)
    .get(readInvitation.route, ({ request, params }) => invitations.present(request, readInvitation.named(params).id), readInvitation.hook)
    .delete(
      withdrawInvitation.route,
      ({ request, params }) => invitations.withdraw(request, withdrawInvitation.named(params).id),
      withdrawInvitation.hook,
    );
}

class Invitations {
  readonly #documents: AccountDocuments;
  readonly #codes: OneTimeCodes;

  constructor(private readonly store: Store) {
    this.#documents = new AccountDocuments(store, resource);
    this.#codes = new OneTimeCodes(store);
  }

  list(request: Request): Response {
    return this.#documents.list(request, ({ page, itemsPerPage }) => {
      const keys = this.#codes.openInvitations().map(({ key }) => key);
      const shown = keys.slice((page - 1) * itemsPerPage, page * itemsPerPage);
      const { db, reader } = this.store;
      const rows = all(reader, resource.rows(db).where('one_time_code.key', 'in', shown)) as AnyRow[];
      const byKey = new Map(rows.map((row) => [row.key, row]));
      return { rows: shown.flatMap((key) => byKey.get(key) ?? []), total: keys.length };
    });
  }

  async create(request: Request, { userKey }: Principal): Promise<Response> {
    this.#documents.requireAnswerable(request);
    const { values, ignored } = readDocument(newInvitations, await readJson(request, [jsonApiMediaType]));
    const { id, code } = await this.store.write(() => {
      if (this.#codes.openInvitations().length >= maximumInvitations)
        throw conflict(`There are ${maximumInvitations} open invitations. Withdraw some first.`);
      return this.#codes.make('invitation', { makerKey: userKey, note: (values.note ?? null) as string | null });
    });
    const headers = { location: resource.iri({ id }), 'cache-control': 'no-store' };
    return this.present(request, id, { status: 201, headers, more: { code }, ignored });
  }

  present(request: Request, id: string, differences?: Differences): Response {
    const { db, reader } = this.store;
    const row = first(reader, resource.rows(db).where('one_time_code.id', '=', id.toLowerCase())) as AnyRow | undefined;
    if (!row) throw noInvitation(id);
    return this.#documents.single(request, row, differences);
  }

  async withdraw(request: Request, id: string): Promise<Response> {
    requireAcceptable(request);
    if (!(await this.#codes.withdraw(id.toLowerCase()))) throw noInvitation(id);
    return nothingLeft(request);
  }
}

const noInvitation = (id: string) => notFound(`There is no invitation ${id.slice(0, 100)}.`);
