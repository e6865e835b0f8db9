import { albums } from '../../../catalog/albums';
import { artistRoles } from '../../../catalog/artist-roles';
import { artists } from '../../../catalog/artists';
import { labels } from '../../../catalog/labels';
import { organizations } from '../../../catalog/organizations';
import { productions } from '../../../catalog/productions';
import { franchises } from '../../../catalog/productions/franchises';
import { releases } from '../../../catalog/releases';
import { works } from '../../../catalog/tracks/works';
import { sleevedAttributes } from '../../ui/pictures';
import type { BrowsedList } from './browsed-list';

/** About 900 bytes each: within 60 kB with the facets. */
const picturesPerPage = 40;

export const framedFields = '_id,_type,slug,title,year,composers';

export const markedFields = '_id,_type,slug,display_name,fictional,begin_date,end_date,country';

/** Two pictures each. */
const tilesPerPage = 36;

export const withSample = { include: 'sampleRelease', 'fields[Release]': sleevedAttributes } as const;

const byName = { filters: ['initial'], orders: ['name'], itemsPerPage: tilesPerPage, letters: 'name' } as const;

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
  filters: ['initial', 'fictional', 'birthday', 'birthdayTo'],
  orders: ['sortName', 'name', '-beginDate', 'birthday'],
  itemsPerPage: 60,
  letters: 'sortName',
} as const satisfies BrowsedList<typeof artists>;

export const labelList = {
  name: 'labels',
  kind: labels,
  fields: '_id,slug,name,country,begin_date,end_date,release_count,sampleRelease',
  also: withSample,
  facets: [
    { name: 'country', values: 'countries', isLong: true },
    { name: 'decade', values: 'decades' },
  ],
  filters: ['initial'],
  orders: ['name', '-releaseCount'],
  itemsPerPage: tilesPerPage,
  letters: 'name',
} as const satisfies BrowsedList<typeof labels>;

export const organizationList = {
  name: 'organizations',
  kind: organizations,
  fields: '_id,slug,name,organization_type,country,sampleRelease',
  also: withSample,
  facets: [
    { name: 'type', values: 'words', isLong: true },
    { name: 'country', values: 'countries', isLong: true },
  ],
  ...byName,
} as const satisfies BrowsedList<typeof organizations>;

export const franchiseList = {
  name: 'franchises',
  kind: franchises,
  fields: '_id,slug,name,production_count,firstProduction',
  also: { include: 'firstProduction', 'fields[Production]': framedFields },
  facets: [],
  ...byName,
} as const satisfies BrowsedList<typeof franchises>;

export const workList = {
  name: 'works',
  kind: works,
  fields: '_id,slug,title,credits,recording_count,sampleRelease',
  also: withSample,
  facets: [],
  filters: ['initial', 'artist'],
  orders: ['title'],
  itemsPerPage: 60,
  letters: 'title',
} as const satisfies BrowsedList<typeof works>;

/** All in most catalogs. */
const rolesPerPage = 100;

export const roleList = {
  name: 'roles',
  kind: artistRoles,
  fields: '_id,slug,role,scope,aliases',
  facets: [],
  filters: ['initial'],
  orders: ['role'],
  itemsPerPage: rolesPerPage,
  letters: 'role',
} as const satisfies BrowsedList<typeof artistRoles>;
