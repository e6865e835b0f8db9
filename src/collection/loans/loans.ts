import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { equals } from '../../api/schema/filters';
import { flag, reference } from '../../api/schema/parameters';
import { defineResource } from '../../api/schema/registry';
import { type Filter, one } from '../../api/schema/resource';
import { type Input, Invalid, type Violation, violation } from '../../api/write/write';
import { conflict } from '../../errors';
import { message } from '../../messages/message';
import { updateText, type Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { dayOf, now } from '../../store/values/dates';
import { maximumAdditions, type NewRecord, type OwnedRecord, type OwnedRecords } from '../items/bulk';
import { date, lineOfText, nullable, ownerOf, pastDate, shortText } from '../items/fields';

export const longestBorrower = 80;

const copies = '/api/users/:userId/collection';

/** Copies by UUID or IRI. */
const ofItem: Filter<'loan', string> = {
  kind: reference(() => copies),
  description: 'Loans of this copy, or of these copies.',
  many: true,
  bind: (values) => ({ shape: 'many', values: { value: JSON.stringify(values) } }),
  where: (rows, bound) =>
    rows.where(
      sql<boolean>`loan.item_key IN (
        SELECT copy.key FROM json_each(${bound()}) AS requested CROSS JOIN collection_item AS copy ON copy.id = requested.value)`,
    ),
};

const isOpen: Filter<'loan', boolean> = {
  kind: flag,
  description: 'Copies that are lent, or loans that were returned.',
  many: false,
  column: 'standing',
  bind: ([value]) => ({ shape: value ? 'open' : 'returned', values: {} }),
  where: (rows, _bound, shape) => rows.where(sql<boolean>`loan.standing ${sql.raw(shape === 'open' ? '<' : '=')} 'returned'`),
};

const isOverdue: Filter<'loan', boolean> = {
  kind: flag,
  description: 'Copies that are lent and were due before today (UTC), or all other loans.',
  many: false,
  column: 'standing',
  bind: ([value]) => ({ shape: value ? 'overdue' : 'other', values: { today: today() } }),
  where: (rows, bound, shape) => rows.where(sql<boolean>`loan.standing ${sql.raw(shape === 'overdue' ? '<' : '>=')} ${bound('today')}`),
};

const day = () => t.String({ format: 'date' });

export const loans = defineResource({
  type: 'Loan',
  table: 'loan',
  path: '/api/users/:userId/loans',
  noun: 'loan',
  nouns: 'loans',
  description: 'Copies that the user has lent, and to whom. Only the user sees them, also where others may see the collection.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: () =>
    t.Object({
      borrower: t.String(),
      lent_on: t.String({ format: 'date', description: 'null on write means today (UTC)' }),
      due_on: nullable(day()),
      returned_on: nullable(t.String({ format: 'date', description: 'null while the copy is lent' })),
      notes: nullable(t.String()),
      created_at: t.String({ format: 'date-time', readOnly: true }),
      updated_at: t.String({ format: 'date-time', readOnly: true }),
    }),
  rows: (db) =>
    db
      .selectFrom('loan')
      .select(['loan.key', 'loan.id as _id', 'loan.borrower', 'loan.lent_on', 'loan.due_on', 'loan.returned_on', 'loan.notes'])
      .select(['loan.created_at', 'loan.updated_at', ownerOf('loan').as('userId')]),
  filters: () => ({
    id: equals(
      'loan',
      'id',
      reference(() => '/api/users/:userId/loans'),
      { description: 'Only this loan, or these loans.', many: true },
    ),
    item: ofItem,
    open: isOpen,
    overdue: isOverdue,
  }),
  orders: { createdAt: 'created_at', lentOn: 'lent_on', dueOn: 'due_on', returnedOn: 'returned_on' },
  // Overdue loans first, then the others by their due date.
  defaultOrder: ['standing', 'lent_on'],
  relationships: {
    item: one('CollectionItem', 'The copy', (db, from) =>
      db
        .selectFrom('loan')
        .innerJoin('collection_item', 'collection_item.key', 'loan.item_key')
        .where('loan.key', 'in', from)
        .select(['loan.key as from', 'collection_item.key as to', 'collection_item.id', ownerOf('loan').as('userId')]),
    ),
  },
  writes: () => ({
    fields: { borrower: lineOfText(longestBorrower), lent_on: pastDate(), due_on: date(), returned_on: pastDate(), notes: shortText() },
    references: { item: { type: 'CollectionItem', path: copies, relationship: 'item' } },
    required: ['borrower'],
    most: maximumAdditions,
    scopes: { read: 'collection:read', write: 'collection:write' },
  }),
  example: {
    borrower: 'Ben',
    lent_on: '2026-05-03',
    due_on: '2026-08-31',
    returned_on: null,
    notes: 'With the plastic sleeve.',
    created_at: '2026-05-03T09:30:00.000+00:00',
    updated_at: '2026-05-03T09:30:00.000+00:00',
  },
});

const today = (): string => dayOf(Date.now());

/** Attributes with their defaults. */
export const loanOf = (values: Values, lentOn = today()): Values => ({
  ...{ due_on: null, returned_on: null, notes: null },
  ...values,
  lent_on: values.lent_on ?? lentOn,
});

/** Nothing ends before it begins. */
export const loanViolations = (loan: Values): Violation[] =>
  ['due_on', 'returned_on'].flatMap((name) => {
    const [end, lentOn] = [loan[name] ?? null, String(loan.lent_on)];
    return end !== null && String(end) < lentOn ? [violation(name, message('before_loan', { day: lentOn }))] : [];
  });

const names = ['borrower', 'lent_on', 'due_on', 'returned_on', 'notes'];

/** A copy is lent once at a time. */
export class Loans implements OwnedRecords {
  readonly resource = loans;

  constructor(private readonly store: Store) {}

  find(userKey: number, id: string): OwnedRecord | undefined {
    const row = this.store.writer.get<Pick<OwnedRecord, 'key' | 'targetKey'> & Values>(
      `SELECT key, item_key AS targetKey, ${names.join()} FROM loan WHERE id = :id AND user_key = :user`,
      { user: userKey, id },
    );
    if (!row) return undefined;
    const { key, targetKey, ...values } = row;
    return { key, targetKey, values };
  }

  targetOf(userKey: number, { item }: Input['references'], current = 0): number {
    if (item === undefined) return current;
    const query = 'SELECT key FROM collection_item WHERE id = :id AND user_key = :user';
    const found = this.store.writer.get<{ key: number }>(query, { id: item.id, user: userKey });
    if (!found) throw new Invalid([violation('item', message('no_copy', { id: item.id }), item.pointer)]);
    return found.key;
  }

  prepare(userKey: number, _data: unknown, { values, references }: Input): NewRecord {
    const targetKey = this.targetOf(userKey, references);
    return { targetKey, insert: () => this.insert(userKey, targetKey, values) };
  }

  /** @returns the UUID */
  insert(userKey: number, itemKey: number, values: Values, moment = now()): string {
    const id = Bun.randomUUIDv7();
    const loan = loanOf(values);
    this.#requirePossible(itemKey, loan);
    this.store.writer.insertRow('loan', { ...loan, id, user_key: userKey, item_key: itemKey, created_at: moment, updated_at: moment });
    return id;
  }

  update(_user: number, { key, targetKey, values: before }: OwnedRecord, itemKey: number, values: Values): void {
    const loan = loanOf({ ...before, ...values });
    const changed: Record<string, Values[string]> = Object.fromEntries(
      Object.entries(loan).filter(([name, value]) => before[name] !== value),
    );
    if (itemKey !== targetKey) changed.item_key = itemKey;
    if (Object.keys(changed).length === 0) return;
    this.#requirePossible(itemKey, loan, key);
    changed.updated_at = now();
    this.store.writer.change(updateText('loan', Object.keys(changed)), { ...changed, key });
  }

  delete({ key }: OwnedRecord): void {
    this.store.writer.change('DELETE FROM loan WHERE key = :key', { key });
  }

  #requirePossible(itemKey: number, loan: Values, key = 0): void {
    const violations = loanViolations(loan);
    if (violations.length > 0) throw new Invalid(violations);
    if (loan.returned_on !== null) return;
    const open = 'SELECT 1 FROM loan WHERE item_key = :item AND returned_on IS NULL AND key <> :key';
    if (this.store.writer.get(open, { item: itemKey, key }))
      throw conflict('copy_lent', {}, { pointer: key === 0 ? '/data/relationships/item' : '/data/attributes/returned_on' });
  }
}
