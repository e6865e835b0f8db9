import { releases } from '../../../catalog/releases';
import { recordOf } from '../../api/record';
import { sitesOf } from '../../api/server-meta';
import type { SentForm } from '../../http/form';
import { MovedPage, type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { sentenceOf } from '../../i18n/api-errors';
import { CatalogLink } from '../../ui/catalog-text';
import { AllProblems, Form, Submit } from '../../ui/form';
import { CandidateForm, type CompletionRow } from './candidates';
import { completionPath, siteNamesOf, Unconnected } from './progress';
import { acceptCandidate } from './review';

// "Find this release": a placeholder, or a release without an id at another site, is looked up by hand.

interface Found {
  readonly row?: CompletionRow | undefined;
  readonly code?: string;
  readonly problem?: string | undefined;
}

export const get = (context: RequestContext): Promise<Page> => findPage(context, {});

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { data: release } = await releaseOf(context);
  const code = form.text('code').trim();
  const [action, row] = [form.text('do'), form.text('row')];
  const attributes = { release: release.id, ...(code !== '' && { code }) };
  const sent =
    action === 'accept'
      ? await acceptCandidate(context.api, row, form.text('from'))
      : await context.api.send('POST', `${completionPath}/rows`, { data: { type: 'CompletionRow', attributes } });
  if (!sent.ok) return { ...(await findPage(context, { code, problem: sentenceOf(context, sent) })), status: sent.status };
  if (action !== 'accept') return findPage(context, { row: sent.document.data, code });
  return seeOther(context.to.release({ slug: String(sent.document.data.attributes.release).slice(-36) }));
}

/**
 * The release whose page this one is below.
 * @throws {MovedPage} to the page below its current one
 */
async function releaseOf(context: RequestContext) {
  const above = { ...context, path: context.path.replace(/\/find$/, '') };
  try {
    return await recordOf(above, releases, { 'fields[Release]': 'slug,title,year' });
  } catch (error) {
    if (!(error instanceof MovedPage)) throw error;
    const { pathname } = new URL(error.location, 'http://localhost');
    throw new MovedPage(context.to.below(pathname, 'find'));
  }
}

async function findPage(context: RequestContext, found: Found): Promise<Page> {
  const { data } = await releaseOf(context);
  const { title, year } = data.attributes;
  return {
    title: context.t.completion.find + context.format.colon + title,
    year,
    current: 'releases',
    body: <FindRelease release={data.attributes} found={found} />,
  };
}

interface FindReleaseProps {
  readonly release: { readonly slug: string; readonly title: string };
  readonly found: Found;
}

function FindRelease({ release, found: { row, code = '', problem } }: FindReleaseProps) {
  const context = useRequestContext();
  const { t, to } = context;
  const words = t.completion;
  const action = to.below(to.release(release), 'find');
  return (
    <div class="head">
      <p class="over">
        <CatalogLink href={to.release(release)} text={release.title} />
      </p>
      <h1>{words.find}</h1>
      <AllProblems problems={problem === undefined ? [] : [problem]} />
      {sitesOf(context).length === 0 ? (
        <Unconnected />
      ) : (
        <>
          {row && row.attributes.candidates.length > 0 ? (
            <CandidateForm row={row} action={action} />
          ) : (
            <p class="prose">{row ? words.nothingFound : words.findLead({ sites: siteNamesOf(context) })}</p>
          )}
          <Form class="form" action={action}>
            <label>
              {words.code}
              <input name="code" maxLength={255} autocomplete="off" value={code} />
              <small>{words.codeHelp}</small>
            </label>
            <p class="row">
              <Submit class={row ? undefined : 'first'} name="do" value="look" text={row ? words.lookAgain : words.look} />
              <a href={to.release(release)}>{t.words.cancel}</a>
            </p>
          </Form>
        </>
      )}
    </div>
  );
}
