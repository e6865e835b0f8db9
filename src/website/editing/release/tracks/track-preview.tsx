import type { SentForm } from '../../../http/form';
import { renderFragment } from '../../../http/render';
import type { RequestContext } from '../../../http/request-context';
import { asTyped } from '../draft';
import { Understood } from './understood';

/** A fragment: what is understood of a track list, for the script that shows it beside the list. */
export const post = (visit: RequestContext, _: unknown, form: SentForm): Response =>
  renderFragment(<Understood text={asTyped('tracks', form.exact('tracks'))} />, visit);
