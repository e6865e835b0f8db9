import { withFlash } from '../http/addresses';
import { notTaken, problemsOf, type SentForm, untouched } from '../http/form';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { confirmationPage } from '../ui/confirmation';
import { settingsPage } from './frame';
import { readWebhooks, type Webhook, type WebhookPlace } from './webhook-data';
import { WebhookParts } from './webhook-parts';

/** The handlers of the forms of a place. */
export function webhookForms(place: WebhookPlace) {
  const pathOf = (id: string): string => `${place.path}/${encodeURIComponent(id)}`;
  const back = (context: RequestContext, notice: Parameters<typeof withFlash>[1], part = 'webhooks') =>
    seeOther(withFlash(`${place.page(context)}#${part}`, notice));
  const refused = async (context: RequestContext, form: SentForm, sent: Parameters<typeof problemsOf>[1]): Promise<PageAnswer> => {
    const state = { entered: form.entered, chosen: form.all('events'), problems: problemsOf(context, sent) };
    return { ...(await place.show(context, state)), ...notTaken(sent) };
  };
  const attributesIn = (form: SentForm) => ({
    ...{ name: form.text('name'), url: form.text('url'), events: form.all('events'), template: form.orNull('template') },
  });
  return {
    async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
      const sent = await context.api.send('POST', place.path, { data: { type: 'Webhook', attributes: attributesIn(form) } });
      if (!sent.ok) return refused(context, form, sent);
      const { name, secret } = sent.document.data.attributes as { name: string; secret: string };
      const once = context.once.keep({ kind: 'webhook', name, text: secret });
      return seeOther(`${place.page(context, { once })}#webhooks`);
    },

    webhook: {
      async get(context: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
        const { data } = await context.api.read<{ data: { attributes: Webhook } }>(pathOf(id));
        const words = context.t.settings.webhooks;
        const title = words.removeHead({ name: data.attributes.name });
        return confirmationPage({ title, act: context.t.words.remove, back: place.page(context), lead: words.removeLead });
      },

      /** Changes it, tests it, repeats a delivery, or removes it. */
      async post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<PageAnswer> {
        const { api } = context;
        if (form.has('test') || form.has('again')) {
          const delivery = form.text('again');
          await api.change('POST', `${pathOf(id)}/deliveries${delivery === '' ? '' : `/${encodeURIComponent(delivery)}`}`);
          return back(context, 'webhook-sent', 'deliveries');
        }
        if (!form.has('name')) {
          await api.change('DELETE', pathOf(id));
          return back(context, 'webhook-removed');
        }
        const sent = await api.send('PATCH', pathOf(id), { data: { type: 'Webhook', id, attributes: attributesIn(form) } });
        return sent.ok ? back(context, 'webhook-saved') : refused(context, form, sent);
      },
    },
  };
}

const place: WebhookPlace = {
  path: '/api/users/me/webhooks',
  events: 'ownEvents',
  page: ({ to }, query) => to.settings('webhooks', query),
  form: ({ to }, ...id) => to.setting('webhooks', ...id),
  show: async (context, refused) =>
    settingsPage(context, 'webhooks', <WebhookParts place={place} found={await readWebhooks(context, place)} refused={refused} />),
};

export const get = (context: RequestContext): Promise<Page> => place.show(context, untouched);

export const { post, webhook } = webhookForms(place);
