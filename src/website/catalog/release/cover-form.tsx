import type { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';
import { useRequestContext } from '../../http/request-context';
import { Field, Form } from '../../ui/form';
import { Sleeve } from '../../ui/pictures';
import { Section } from '../../ui/section';

interface CoverFormProps {
  readonly release: Item<typeof releases>['attributes'];
  readonly problem?: string | undefined;
}

/** The picture of a release, for whoever may give it another one. */
export function CoverForm({ release, problem }: CoverFormProps) {
  const { t, to } = useRequestContext();
  const words = t.records.cover;
  return (
    <Section title={words.title} id="cover">
      <div class="upload">
        <span class="cover">
          <Sleeve of={release} />
        </span>
        <div>
          <Form class="form" action={to.release(release)} enctype="multipart/form-data">
            <input type="hidden" name="do" value="cover" />
            <Field
              name="cover"
              type="file"
              required
              accept="image/jpeg,image/png,image/webp"
              label={words.front}
              hint={words.hint}
              problem={problem}
            />
            <p class="row">
              <button type="submit">{release.cover ? words.replace : words.add}</button>
            </p>
          </Form>
          {release.cover && (
            <Form action={to.release(release)}>
              <input type="hidden" name="do" value="uncover" />
              <p class="row">
                <button class="quiet" type="submit">
                  {words.remove}
                </button>
              </p>
            </Form>
          )}
        </div>
      </div>
    </Section>
  );
}
