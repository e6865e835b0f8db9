import type { ComponentChildren, VNode } from 'preact';
import { importPart, useSourceName } from '../admin/import-list';
import { absolute } from '../http/addresses';
import { Notice } from '../http/notice';
import type { About, Page } from '../http/page';
import { type RequestContext, RequestContextProvider, useRequestContext } from '../http/request-context';
import { totalOf } from '../library/completion/progress';
import { decadeClass } from './decade-class';
import { cachedFragment } from './fragment-cache';
import { LinkedData } from './raw-svg';

/** Appended to titles. */
const siteName = 'Leitmotif';

/** The frame is cached, since most pages share it. */
export function htmlDocumentOf(page: Page, context: RequestContext) {
  const { current, searched, isDoor, isSlim, scripts = [], modules = [] } = page;
  const files = cachedFragment(context, 'files', [scripts, modules], () => <Files scripts={scripts} modules={modules} />);
  const top = <>{isDoor ? <DoorTop /> : isSlim ? <SlimTop current={current} /> : <Top current={current} searched={searched} />}</>;
  return (
    <RequestContextProvider value={context}>
      <html lang={context.language} data-theme={context.theme}>
        <Head page={page} files={files} />
        <body>
          <a class="skip" href="#main">
            {context.t.frame.toContent}
          </a>
          <Notice />
          <header>
            <ImportBanner />
            <CompletionBanner />
            {searched === undefined ? cachedFragment(context, 'top', [current, isDoor, isSlim, context.user?.username], () => top) : top}
          </header>
          <main id="main" tabIndex={-1} class={decadeClass(page.year)}>
            {page.body}
          </main>
          {page.foot === undefined ? (
            cachedFragment(context, 'foot', [context.user !== undefined], () => <Foot />)
          ) : (
            <footer class="foot">{page.foot}</footer>
          )}
        </body>
      </html>
    </RequestContextProvider>
  );
}

function Head({ page, files }: { readonly page: Page; readonly files: VNode }) {
  return (
    <head>
      <meta charset="utf-8" />
      <title>{page.title === undefined ? siteName : `${page.title} · ${siteName}`}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      {files}
      <Described title={page.title ?? siteName} about={page.about ?? {}} />
    </head>
  );
}

function Files({ scripts, modules }: Required<Pick<Page, 'scripts' | 'modules'>>) {
  const { asset, to } = useRequestContext();
  return (
    <>
      {(['archivo-narrow.woff2', 'newsreader.woff2'] as const).map((font) => (
        <link key={font} rel="preload" href={asset(font)} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      <link rel="stylesheet" href={asset('style.css')} />
      <link rel="icon" href={asset('favicon.svg')} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={asset('apple-touch-icon-180.png')} />
      <link rel="manifest" href={to.manifest()} />
      <link rel="search" type="application/opensearchdescription+xml" title={siteName} href={to.openSearch()} />
      <link rel="alternate" type="application/atom+xml" title={`${siteName}`} href={to.newReleases()} />
      {(['enhance.js', ...scripts] as const).map((script) => (
        <script key={script} src={asset(script)} defer />
      ))}
      {modules.map((script) => (
        <script key={script} src={asset(script)} type="module" />
      ))}
    </>
  );
}

/** For search engines and link previews. */
function Described({ title, about }: { readonly title: string; readonly about: About }) {
  const context = useRequestContext();
  const { description, canonical, picture, type = 'website', data } = about;
  return (
    <>
      {!context.isIndexed && <meta name="robots" content="noindex" />}
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={absolute(context, canonical)} />}
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:type" content={type} />
      {description && <meta property="og:description" content={description} />}
      {canonical && <meta property="og:url" content={absolute(context, canonical)} />}
      {picture && <meta property="og:image" content={absolute(context, picture)} />}
      {data && <LinkedData data={data} />}
    </>
  );
}

const DoorTop = () => (
  <div class="top">
    <Brand />
  </div>
);

const SlimTop = ({ current }: Pick<Page, 'current'>) => (
  <div class="top slim">
    <Brand />
    <Me current={current} />
  </div>
);

function Brand() {
  const { to } = useRequestContext();
  return (
    <a class="brand" href={to.home()}>
      <Logo />
      <span>{siteName}</span>
    </a>
  );
}

function Top({ current, searched = '' }: Pick<Page, 'current' | 'searched'>) {
  const { t, to, user } = useRequestContext();
  return (
    <div class="top lean">
      <Brand />
      <label class="seek" for="q" aria-hidden="true">
        {t.search.title}
      </label>
      <form
        class="find"
        role="search"
        aria-label={t.frame.searchLabel}
        action={to.search()}
        data-suggest={to.suggestions()}
        data-recent={t.search.recent}
      >
        <label class="hidden" for="q">
          {t.frame.searchLabel}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          placeholder={t.frame.searchPlaceholder}
          value={searched}
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
        />
        <kbd aria-hidden="true">/</kbd>
        <span class="cancel" aria-hidden="true">
          {t.words.cancel}
        </span>
      </form>
      <nav class="nav" id="menu" popover="auto" aria-label={t.frame.catalog}>
        <ul>
          {user && (
            <li class="phone">
              <a href={to.shop()}>{t.collection.tabs.shop}</a>
            </li>
          )}
          <Entry href={to.albums()} isCurrent={current === 'albums' || current === 'releases'}>
            {t.frame.albums}
          </Entry>
          <Entry href={to.productions()} isCurrent={current === 'productions'}>
            {t.frame.productions}
          </Entry>
          <Entry href={to.artists()} isCurrent={current === 'artists'}>
            {t.frame.artists}
          </Entry>
          <Entry href={to.labels()} isCurrent={current === 'labels'}>
            {t.frame.labels}
          </Entry>
          <Entry href={to.statistics()} isCurrent={current === 'statistics'}>
            {t.frame.numbers}
          </Entry>
          {user && (
            <li class="phone">
              <a href={to.settings()}>
                {user.username}
                <small>{t.frame.accountMenu}</small>
              </a>
            </li>
          )}
        </ul>
      </nav>
      <Me current={current} />
      <button class="plain burger" type="button" popovertarget="menu">
        {t.frame.menu}
      </button>
    </div>
  );
}

function Me({ current }: Pick<Page, 'current'>) {
  const { t, to, user } = useRequestContext();
  return (
    <nav class="me" aria-label={t.frame.you}>
      <ul>
        {user ? (
          <>
            <Entry href={to.collection()} isCurrent={current === 'collection'}>
              {t.frame.collection}
            </Entry>
            <Entry class="desk" href={to.settings()} isCurrent={current === 'settings'}>
              {user.username}
            </Entry>
          </>
        ) : (
          <Entry href={to.signIn()} isCurrent={false}>
            {t.frame.signIn}
          </Entry>
        )}
      </ul>
    </nav>
  );
}

interface EntryProps {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

function Entry(props: EntryProps) {
  return (
    <li class={props.class}>
      <a href={props.href} aria-current={props.isCurrent ? 'page' : undefined}>
        {props.children}
      </a>
    </li>
  );
}

function Foot() {
  const { t, to, user } = useRequestContext();
  return (
    <footer class="foot">
      <span>{t.frame.about}</span>
      <a href={to.appearance()}>{t.frame.appearance}</a>
      {user && <a href={to.phone()}>{t.shop.phone.title}</a>}
      <a href={to.aboutSleeves()}>{t.frame.sleeves}</a>
      {user && <a href={to.history()}>{t.history.all}</a>}
      <a href={to.documentation()}>{t.frame.documentation}</a>
      <a href={to.reference()}>{t.frame.api}</a>
    </footer>
  );
}

/** A running import, for administrators. */
function ImportBanner() {
  const { t, to, format, path, runningImport: run } = useRequestContext();
  const nameOf = useSourceName();
  if (!run || path.startsWith('/administration/imports')) return null;
  const words = t.administration.imports;
  const part = importPart(run);
  return (
    <div class="banner" role="status">
      <span>
        {part === undefined
          ? words.banner({ source: nameOf(run.source) })
          : words.bannerPart({ source: nameOf(run.source), part: format.percent(part) })}
      </span>
      {part !== undefined && (
        <svg role="img" aria-label={format.percent(part)}>
          <rect width="100%" height="4" y="8" fill="currentColor" fill-opacity=".25" />
          <rect width={`${(part * 100).toFixed(1)}%`} height="4" y="8" fill="currentColor" />
        </svg>
      )}
      <a href={to.importRun(run._id)}>{words.look}</a>
    </div>
  );
}

/** While the collection of the reader is completed. */
function CompletionBanner() {
  const { t, to, format, path, runningCompletion: progress } = useRequestContext();
  if (progress?.state !== 'running') return null;
  const all = totalOf(progress);
  const isOnItsPage = path === '/collection/complete';
  return (
    <div class="banner" role="status" data-live={isOnItsPage ? '10' : undefined}>
      <span>
        {t.completion.banner({ count: format.number(all - progress.waiting), all: format.number(all) })},{' '}
        {t.completion.left({ time: format.duration(progress.seconds_left) })}
      </span>
      {!isOnItsPage && <a href={to.completion()}>{t.completion.bannerLink}</a>}
    </div>
  );
}

/** Four notes. */
const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" fill="currentColor">
    <path d="M2 8h4v6H2zM9 8h4v6H9zM16 8h4v6h-4zM16 19h14v6H16z" />
  </svg>
);
