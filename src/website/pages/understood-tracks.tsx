import { asTyped } from '../editing/release/draft';
import { Understood } from '../editing/release/understood';
import type { SentForm } from '../form';
import { renderFragment } from '../render';
import type { Visit } from '../visit';

/** A fragment: what is understood of a track list, for the script that shows it beside the list. */
export const send = (visit: Visit, _: unknown, form: SentForm): Response =>
  renderFragment(<Understood text={asTyped('tracks', form.exact('tracks'))} />, visit);
