import type { Page } from '../../http/page';
import { useVisit, type Visit } from '../../http/request-context';
import { Part } from '../../ui/section';
import { Lens } from './lens';
import type { Found } from './look-up';
import { ownerHeaders } from './owner';
import { ShopAnswer } from './shop-answer';

interface ShopProps {
  /** What was looked up. */
  readonly found?: Found | undefined;
  /** What is wrong with the price that was entered. */
  readonly problem?: string | undefined;
}

/** The shop: the lens, the answer beside it, the next number, and what was looked up today. */
export function shopPage(visit: Visit, { found, problem }: ShopProps): Page {
  const [meant] = found && found.state !== 'several' ? found.candidates : [];
  return {
    title: visit.t.shop.title,
    body: <Shop found={found} problem={problem} />,
    year: meant?.year ?? null,
    current: 'collection',
    isSlim: true,
    modules: ['lens.js', 'shop.js'],
    runsWebAssembly: true,
    headers: ownerHeaders(visit),
    ...(problem !== undefined && { status: 422 }),
  };
}

function Shop({ found, problem }: ShopProps) {
  const { asset, t, to } = useVisit();
  const words = t.shop;
  return (
    <>
      <div class="banner" role="status" data-offline={words.offline} data-nothing={words.noConnection} hidden>
        <span>{words.noConnection}</span>
      </div>
      <div class="hero shop">
        <Lens
          answer={to.shopAnswer()}
          reader={asset('barcode-reader.js')}
          readerModule={asset('barcode-reader.wasm')}
          worker={to.serviceWorker()}
          scope={to.root()}
          texts={words.lens}
        />
        <div class="answer" id="answer" aria-live="polite">
          {found ? <ShopAnswer found={found} problem={problem} /> : <Beginning />}
        </div>
      </div>
      <Part title={found ? words.next : words.byNumber}>
        <form class="form code" action={to.shop()}>
          <label>
            {found ? words.nextNumber : words.number}
            <input name="code" required maxLength={255} autocomplete="off" enterkeyhint="search" placeholder={words.placeholder} />
          </label>
          <button type="submit" class="first">
            {words.lookUp}
          </button>
        </form>
        <details data-camera-help hidden>
          <summary>{words.cameraHelp.title}</summary>
          <p class="soft">{words.cameraHelp.text}</p>
        </details>
      </Part>
      <Today />
    </>
  );
}

function Beginning() {
  const { t } = useVisit();
  return (
    <>
      <h1>{t.shop.title}</h1>
      <p class="prose">
        {t.shop.lead} <span class="scripted">{t.shop.leadFrame}</span>
        <span class="unscripted">{t.shop.leadNumber}</span>
      </p>
      <p class="tiny soft scripted">
        {t.shop.picture} <span data-kept-here={t.shop.keptHere} />
      </p>
    </>
  );
}

/** What was looked up today, which only the browser knows. */
function Today() {
  const { t, to, user, format } = useVisit();
  const data = { 'data-since': t.shop.todaySince, 'data-user': user?.id, 'data-locale': format.locale };
  return (
    <section class="part" data-today data-standings={to.shopStandings()} {...data} hidden>
      <header>
        <h2>{t.shop.today}</h2>
        <p />
      </header>
      <div>
        <ul class="hits" />
      </div>
    </section>
  );
}
