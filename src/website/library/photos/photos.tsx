import type { itemPhotos } from '../../../collection/photos/photos';
import { type Item, readAttributesPage, valuesAtOnce } from '../../api/client';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { AllProblems, Field, Form, Select, Submit } from '../../ui/form';
import { type Copy, collectionPath } from '../items/items';

export type Photo = Item<typeof itemPhotos>['attributes'];

/** @param copy its UUID */
export const photosPathOf = (copy: string): string => `${collectionPath}/${encodeURIComponent(copy)}/photos`;

export const readPhotos = async ({ api }: RequestContext, copy: string, itemsPerPage = valuesAtOnce): Promise<readonly Photo[]> =>
  (await readAttributesPage<Photo>(api, photosPathOf(copy), { itemsPerPage })).items;

interface PhotoProps {
  readonly copy: Copy;
  readonly photo: Photo;
}

/** A link to the large file. */
export function PhotoLink({ copy, photo: { _id: id, caption, position, width, height } }: PhotoProps) {
  const { t, to, format } = useRequestContext();
  const alt = caption ?? t.collection.photos.unnamed({ number: format.number(position) });
  return (
    <a href={to.photo(copy._id, id, '960.webp')}>
      <img src={to.photo(copy._id, id, '320.webp')} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
    </a>
  );
}

interface CopyPhotosProps {
  readonly copy: Copy;
  readonly photos: readonly Photo[];
  readonly problems: readonly string[];
  /** Query of the list to return to. */
  readonly back: string;
}

/** Below the form of a copy. */
export function CopyPhotos({ copy, photos, problems, back }: CopyPhotosProps) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.photos;
  return (
    <div class="copy-loans" id="photos">
      <h3>
        {words.title} <small class="soft">{words.of({ count: format.number(photos.length), most: format.number(mostPhotos) })}</small>
      </h3>
      {problems.map((problem) => (
        <AllProblems key={problem} problems={[problem]} />
      ))}
      <div class="photos">
        {photos.map((photo) => (
          <EditedPhoto key={photo._id} copy={copy} photo={photo} total={photos.length} back={back} />
        ))}
      </div>
      <Form class="row" action={`${to.photos(copy._id)}#photos`} enctype="multipart/form-data">
        <input type="hidden" name="back" value={back} />
        <label class="touch">
          {words.take} <input type="file" name="taken" accept="image/*" capture="environment" />
        </label>
        <label>
          {words.add} <input type="file" name="photo" accept="image/jpeg,image/png,image/webp" multiple />
        </label>
        <Submit text={words.upload} />
      </Form>
      <p class="soft">
        <small>{words.rule}</small>
      </p>
    </div>
  );
}

/** The maximum of the API. */
const mostPhotos = 20;

function EditedPhoto({ copy, photo, total, back }: PhotoProps & { readonly total: number; readonly back: string }) {
  const { t, to, format } = useRequestContext();
  const words = t.collection.photos;
  const name = photo.caption ?? words.unnamed({ number: format.number(photo.position) });
  const places = Array.from({ length: total }, (_, index) => [String(index + 1), format.number(index + 1)] as const);
  return (
    <figure>
      <PhotoLink copy={copy} photo={photo} />
      <figcaption>
        <Form action={`${to.photo(copy._id, photo._id)}#photos`}>
          <input type="hidden" name="back" value={back} />
          <p>
            <bdi>{photo.caption}</bdi>
            <button class="plain danger" type="submit" name="do" value="remove" aria-label={words.removeOf({ name })}>
              {words.remove}
            </button>
          </p>
          <details class="more">
            <summary aria-label={words.editOf({ name })}>{t.words.edit}</summary>
            <Field name="caption" label={words.caption} value={photo.caption ?? ''} maxLength={100} />
            <Select name="position" label={words.position} value={String(photo.position)} options={places} />
            <Submit text={t.words.save} />
          </details>
        </Form>
      </figcaption>
    </figure>
  );
}
