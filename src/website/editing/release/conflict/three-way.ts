import { type Draft, isSame, type TextName, textNames } from '../draft';
import { fieldsOf, type ListName, listNames, type Row, releaseLists } from '../release-schema';
import { type Clash, mergeRows } from './merge-rows';
import { rowsBy, trackLines } from './row-kinds';

export type Side = 'mine' | 'theirs';

/** A field, row or track line changed differently on both sides. */
export interface Conflict {
  readonly at: { readonly text: TextName } | { readonly list: ListName } | { readonly disc: number };
  /** Texts, JSON rows or track lines, prefixed by the name of a disc's field. */
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
  /** Without changes of the other side in the same row. */
  readonly raw: readonly string[];
}

export interface MergedDraft {
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
}

/**
 * Three-way merge of drafts.
 * @param choose the side by number of the conflict
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft, choose: (index: number) => Side): MergedDraft {
  const merge = new Merge(choose);
  const texts = Object.fromEntries(
    textNames
      .filter((name) => name !== 'albumIs')
      .map((name) => [name, merge.text(name, base.texts[name], mine.texts[name], theirs.texts[name])]),
  ) as Record<TextName, string>;
  // The id of the album goes with its title.
  const albumOf = [mine, theirs, base].find((draft) => draft.texts.album === texts.album);
  const lists = Object.fromEntries(
    listNames.map((list) => [
      list,
      list === 'discs' ? merge.discs(base.lists.discs, mine.lists.discs, theirs.lists.discs) : merge.rows(list, base, mine, theirs),
    ]),
  ) as unknown as Draft['lists'];
  return { draft: { texts: { ...texts, albumIs: albumOf?.texts.albumIs ?? '' }, lists }, conflicts: merge.conflicts };
}

/** Collects conflicts in order. */
class Merge {
  readonly conflicts: Conflict[] = [];

  constructor(private readonly choose: (index: number) => Side) {}

  text(name: TextName, base: string, mine: string, theirs: string): string {
    return this.#value({ text: name }, base, mine, theirs);
  }

  rows(list: Exclude<ListName, 'discs'>, base: Draft, mine: Draft, theirs: Draft): readonly object[] {
    const sides = { base: base.lists[list], mine: mine.lists[list], theirs: theirs.lists[list] };
    const written = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row));
    const kind = rowsBy(
      fieldsOf(list).map(({ name }) => name),
      releaseLists[list].identities,
    );
    return mergeRows(sides, kind, (clash) => clash[this.#choose({ list }, inAll(clash, written))]);
  }

  /** A disc removed by one side and changed by the other stays. */
  discs(base: readonly Row<'discs'>[], mine: readonly Row<'discs'>[], theirs: readonly Row<'discs'>[]): Row<'discs'>[] {
    const find = (rows: readonly Row<'discs'>[], id: string) => (id === '' ? undefined : rows.find(({ disc }) => disc === id));
    const there = theirs.flatMap((their, index) => {
      const [was, my] = [find(base, their.disc), find(mine, their.disc)];
      if (!was) return [their];
      if (my) return [this.#disc(index, was, my, their)];
      return isSame(was, their) ? [] : [their];
    });
    const added = mine.filter((my) => {
      const was = find(base, my.disc);
      return !find(theirs, my.disc) && !(was && isSame(was, my));
    });
    return [...there, ...added.map((my) => ({ ...my, disc: '' }))];
  }

  #disc(index: number, base: Row<'discs'>, mine: Row<'discs'>, theirs: Row<'discs'>): Row<'discs'> {
    const names = Object.keys(base) as (keyof Row<'discs'>)[];
    const merged = names.map((name) => {
      if (name === 'tracks') {
        const sides = { base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) };
        const lines = mergeRows(sides, trackLines, (clash) => clash[this.#choose({ disc: index }, clash)]);
        return [name, lines.join('\n')] as const;
      }
      return [name, this.#value({ disc: index }, base[name], mine[name], theirs[name])] as const;
    });
    return Object.fromEntries(merged) as Row<'discs'>;
  }

  #value(at: Conflict['at'], base: string, mine: string, theirs: string): string {
    if (mine === theirs || mine === base) return theirs;
    if (theirs === base) return mine;
    const clash = { base: [base], mine: [mine], theirs: [theirs], raw: [base, mine, theirs] };
    return clash[this.#choose(at, clash)][0] ?? '';
  }

  #choose(at: Conflict['at'], clash: Clash<string>): Side {
    this.conflicts.push({ at, ...clash });
    return this.choose(this.conflicts.length - 1);
  }
}

const linesOf = ({ tracks }: Row<'discs'>): string[] => (tracks === '' ? [] : tracks.split('\n'));

const inAll = <T>({ base, mine, theirs, raw }: Clash<T>, write: (rows: readonly T[]) => string[]): Clash<string> => ({
  base: write(base),
  mine: write(mine),
  theirs: write(theirs),
  raw: write(raw),
});
