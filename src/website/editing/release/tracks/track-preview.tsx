import type { SentForm } from '../../../http/form';
import { renderFragment } from '../../../http/render';
import type { RequestContext } from '../../../http/request-context';
import { asTyped } from '../draft';
import { Understood } from './understood';

/** The preview of a track list as a fragment. */
export const post = (visit: RequestContext, _: unknown, form: SentForm): Response =>
  renderFragment(<Understood text={asTyped('tracks', form.exact('tracks'))} />, visit);
