import { DomainError, notFound } from '../../../errors';
import type { SentForm } from '../../http/form';
import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { FormToken } from '../../ui/form';
import type { Trial } from './components/try-form';
import { exampleOf } from './example-answer';
import { referenceLinks } from './links';
import { findOperation, isRead, type Operation, type Placed, type Reference } from './model';
import { OperationPage, operationTitle } from './operation-page';
import { reader, stepOf, tryOperation, type Values } from './try';

interface Parameters {
  readonly resource: string;
  readonly operation: string;
}

/** With what a read is to be tried with in the query. A link writes nothing, whatever it says. */
export async function get(visit: Visit, parameters: Parameters): Promise<Page> {
  const [reference, placed] = await find(visit, parameters);
  const values = Object.fromEntries(visit.query);
  const trial = isRead(placed.operation) ? await trialOf(visit, placed.operation, values) : ({ step: 'fill', values } as const);
  return pageOf(visit, reference, placed, trial);
}

export async function post(visit: Visit, parameters: Parameters, form: SentForm): Promise<Page> {
  const [reference, placed] = await find(visit, parameters);
  return pageOf(visit, reference, placed, await trialOf(visit, placed.operation, form.entered));
}

async function find(visit: Visit, { resource, operation }: Parameters): Promise<[Reference, Placed]> {
  const reference = await visit.reference();
  const placed = findOperation(reference, resource, operation);
  if (!placed) throw notFound('The API has no such operation.');
  return [reference, placed];
}

/** What became of a form. Who is not signed in tries what needs no token alone. */
async function trialOf({ user, api, origin }: Visit, operation: Operation, values: Values): Promise<Trial> {
  const step = user || operation.isPublic ? stepOf(operation, values) : 'fill';
  if (step !== 'send') return { step, values };
  try {
    return { step, values, tried: await tryOperation(api, operation, values, origin) };
  } catch (error) {
    if (error instanceof DomainError) return { step: 'fill', values, refusal: error.detail };
    throw error;
  }
}

async function pageOf(visit: Visit, reference: Reference, placed: Placed, trial: Trial): Promise<Page> {
  const { t, to, user, api, origin, requestLimit } = visit;
  const { operation } = placed;
  const links = referenceLinks(to);
  const example = await exampleOf(operation, user && reader(api));
  return {
    title: operationTitle(placed, t.reference),
    body: (
      <OperationPage
        reference={reference}
        placed={placed}
        example={example}
        origin={origin}
        limit={requestLimit}
        form={{ trial, user: user?.username, formToken: <FormToken /> }}
        links={links}
        texts={t.reference}
      />
    ),
    about: { description: operation.description, canonical: links.operation(placed) },
    // What stands in it is the reader's own, and may be a token that they asked for.
    headers: { 'cache-control': 'private, no-store' },
  };
}
