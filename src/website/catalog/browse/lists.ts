import { albums } from '../../../catalog/albums';
import { artists } from '../../../catalog/artists';
import { labels } from '../../../catalog/labels';
import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import { sleevedAttributes } from '../../ui/pictures';
import type { BrowsedList } from './browsed-list';

/** About 900 bytes each: within 60 kB with the facets. */
const picturesPerPage = 40;

export const framedFields = '_id,_type,slug,title,year,composers';

export const markedFields = '_id,_type,slug,display_name,fictional,begin_date,end_date,country';

/** Shared by albums and releases. */
const facetsOfMusic = [
  { name: 'genre', values: 'words', isLong: true },
  { name: 'style', values: 'words', isLong: true },
  { name: 'country', values: 'countries', isLong: true },
  { name: 'label', values: 'named', isLong: true },
  { name: 'composer', values: 'named', isLong: true },
  { name: 'director', values: 'named', isLong: true },
  { name: 'award', values: 'awards' },
  { name: 'holding', values: 'holdings', isPersonal: true },
] as const;

export const releaseList = {
  name: 'releases',
  kind: releases,
  fields: sleevedAttributes,
  facets: [
    { name: 'decade', values: 'decades' },
    { name: 'format', values: 'formatTypes' },
    { name: 'trackVersion', values: 'trackVersions' },
    ...facetsOfMusic,
  ],
  filters: ['artist', 'production', 'franchise', 'nomination', 'organization', 'series', 'seriesName', 'year'],
  orders: ['sortTitle', 'releaseDate', '-releaseDate', '-createdAt'],
  itemsPerPage: picturesPerPage,
} as const satisfies BrowsedList<typeof releases>;

export const albumList = {
  name: 'albums',
  kind: albums,
  fields: '_id,title,slug,year,artist_credit,release_count,firstRelease',
  also: { include: 'firstRelease', 'fields[Release]': sleevedAttributes },
  facets: [
    { name: 'decade', values: 'decades' },
    { name: 'type', values: 'albumTypes' },
    { name: 'format', values: 'formatTypes' },
    ...facetsOfMusic,
  ],
  filters: ['artist', 'production', 'franchise', 'nomination', 'year'],
  orders: ['-releaseCount', 'sortTitle', 'firstReleaseDate', '-firstReleaseDate', '-createdAt'],
  itemsPerPage: picturesPerPage,
} as const satisfies BrowsedList<typeof albums>;

export const productionList = {
  name: 'productions',
  kind: productions,
  fields: framedFields,
  facets: [
    { name: 'decade', values: 'decades' },
    { name: 'country', values: 'countries', isLong: true },
    { name: 'composer', values: 'named', isLong: true },
    { name: 'director', values: 'named', isLong: true },
    { name: 'award', values: 'awards' },
  ],
  filters: ['type', 'organization', 'franchise', 'nomination', 'year', 'anniversary'],
  orders: ['year', '-year', 'sortTitle', '-createdAt'],
  itemsPerPage: picturesPerPage,
} as const satisfies BrowsedList<typeof productions>;

export const artistList = {
  name: 'artists',
  kind: artists,
  fields: `${markedFields},name,sort_name`,
  facets: [
    { name: 'type', values: 'artistTypes' },
    { name: 'role', values: 'roles', isLong: true },
    { name: 'country', values: 'countries', isLong: true },
  ],
  filters: ['fictional', 'birthday', 'birthdayTo'],
  orders: ['name', 'sortName', '-beginDate', 'birthday'],
  itemsPerPage: 60,
} as const satisfies BrowsedList<typeof artists>;

export const labelList = {
  name: 'labels',
  kind: labels,
  fields: '_id,slug,name,country,begin_date,end_date,release_count',
  facets: [
    { name: 'country', values: 'countries', isLong: true },
    { name: 'decade', values: 'decades' },
  ],
  filters: [],
  orders: ['name', '-releaseCount'],
  itemsPerPage: 60,
} as const satisfies BrowsedList<typeof labels>;
