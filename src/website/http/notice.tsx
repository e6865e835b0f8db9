import { Form, Hidden, Submit } from '../ui/form';
import { lastingParametersOf } from '../ui/pager';
import { addressWithQuery, type NoticeKey } from './addresses';
import { type RequestContext, useRequestContext } from './request-context';

interface NoticeDetails {
  /** What was changed. Handed over apart from the address, so that a link cannot put words into a notice. */
  readonly title?: string | undefined;
  /** How many were changed; 1 by default. */
  readonly count?: number;
  /** Key of the change, to undo it. */
  readonly undo?: string | undefined;
  /** Names of records that were created as well. */
  readonly created?: readonly string[];
}

/** An address whose page begins with a notice. */
export const withNotice = (
  { once, format }: Pick<RequestContext, 'once' | 'format'>,
  address: string,
  notice: NoticeKey,
  { title, count, undo, created = [] }: NoticeDetails = {},
): string => {
  const keep = (name: string, next?: 'next') => once.keep({ kind: 'notice', name, text: '' }, next);
  if (created.length > 0) keep(format.list(created), 'next');
  return addressWithQuery(address, { notice, count, of: title && keep(title), undo });
};

/** The notice named in the address, in sight until the next page. Other names are ignored. */
export function Notice() {
  const { query, path, once, t, format, to, user } = useRequestContext();
  const [notice, undo] = [query.get('notice'), query.get('undo')];
  if (notice === null || !Object.hasOwn(t.notices, notice)) return null;
  const text = t.notices[notice as keyof typeof t.notices];
  const count = /^[1-9]\d{0,5}$/.test(query.get('count') ?? '') ? Number(query.get('count')) : 1;
  const title = once.take('of')?.name;
  const created = once.takeNext()?.name;
  return (
    <div class="banner flash" role="status">
      <span>
        {title !== undefined && (
          <>
            <bdi>{title}</bdi>
            {format.colon}
          </>
        )}
        {typeof text === 'string' ? text : text({ count: format.counted(count) })}
        {created !== undefined && ` ${t.editing.names.created({ names: created })}`}
      </span>
      {undo && user && (
        <Form action={to.bulkEdit()}>
          <Hidden fields={{ undo, back: query.toString() }} />
          <Submit name="do" value="undo" class="plain" text={t.history.undo} />
        </Form>
      )}
      <a href={to.same(path, lastingParametersOf(query))}>{t.words.close}</a>
    </div>
  );
}
