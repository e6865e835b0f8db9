import { sourceNames } from '../../../config';
import type { Progress } from '../../../online/completion/documents';
import { readAttributesAt } from '../../api/client';
import { sitesOf } from '../../api/server-meta';
import { type RequestContext, useRequestContext } from '../../http/request-context';

export const completionPath = '/api/users/me/completion';

export const readProgress = ({ api }: Pick<RequestContext, 'api'>) => readAttributesAt<Progress>(api, completionPath);

/** The banner has read it already while the job runs. */
export const progressOf = async (context: RequestContext): Promise<Progress> => context.runningCompletion ?? readProgress(context);

/** All releases of the job, looked up or not. */
export const totalOf = ({ waiting, complete, review, not_found: missing, failed, dismissed }: Progress): number =>
  waiting + complete + review + missing + failed + dismissed;

/** `571 of 605 complete, 22 to review, 12 not found` */
export function Summary({ progress }: { readonly progress: Progress }) {
  const { t, format } = useRequestContext();
  const words = t.completion;
  const { complete, review, not_found: missing, failed } = progress;
  const parts = [
    words.complete({ count: format.number(complete), all: format.number(totalOf(progress)) }),
    review > 0 && words.toReview({ count: format.number(review) }),
    missing > 0 && words.notFound({ count: format.number(missing) }),
    failed > 0 && words.failed({ count: format.number(failed) }),
  ];
  return <>{parts.filter((part) => part !== false).join(', ')}</>;
}

interface CompletionOfferProps {
  readonly progress: Progress;
  /** Whether it says what connecting a site would bring, where none is. */
  readonly isExplained?: boolean;
}

/** `575 of 605 releases are placeholders`, and what can be done; nothing without placeholders. */
export function CompletionOffer({ progress, isExplained = false }: CompletionOfferProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const words = t.completion;
  const { placeholders, releases, review, state } = progress;
  if (placeholders === 0 && review === 0) return null;
  if (isExplained && sitesOf(context).length === 0) return <Unconnected />;
  const counts = { count: format.counted(placeholders), all: format.number(releases) };
  return (
    <p class="row no-print">
      <span>{state === 'running' ? <Summary progress={progress} /> : words.placeholders(counts)}</span>
      <a class={state === 'none' ? 'button' : undefined} href={to.completion()}>
        {words.title}
      </a>
      {review > 0 && <a href={to.completionReview()}>{words.review({ count: format.counted(review) })}</a>}
    </p>
  );
}

/** Where no site is connected: what connecting would bring, and where an administrator does it. */
export function Unconnected() {
  const { t, to, user } = useRequestContext();
  const words = t.completion;
  return (
    <>
      <p class="prose">{words.unconnected}</p>
      {user?.role === 'admin' ? (
        <p class="row">
          <a class="button first" href={to.administration('online')}>
            {words.connect}
          </a>
        </p>
      ) : (
        <p class="prose soft">{words.askAdministrator}</p>
      )}
    </>
  );
}

export const siteNamesOf = (context: RequestContext): string => context.format.list(sitesOf(context).map((site) => sourceNames[site]));
