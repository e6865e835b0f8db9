import type { en } from '../en';
import { administration } from './administration';
import { albums } from './albums';
import { apiErrors } from './api-errors';
import { browse } from './browse';
import { collection } from './collection';
import { door } from './door';
import { duplicates, unreviewed } from './duplicates';
import { editing } from './editing';
import { errors } from './errors';
import { asInSentence, fields, fieldsInErrors } from './fields';
import { frame } from './frame';
import { history } from './history';
import { home } from './home';
import { notices } from './notices';
import { recordForm } from './record-form';
import { artist, records } from './records';
import { documentation, reference } from './reference';
import { releaseForm } from './release-form';
import { search } from './search';
import { settings } from './settings';
import { shop } from './shop';
import { statistics } from './statistics';
import { words } from './words';

export const fr: typeof en = {
  administration,
  albums,
  apiErrors,
  artist,
  asInSentence,
  browse,
  collection,
  documentation,
  door,
  editing,
  duplicates,
  errors,
  fields,
  fieldsInErrors,
  frame,
  history,
  home,
  notices,
  recordForm,
  records,
  reference,
  releaseForm,
  search,
  settings,
  shop,
  statistics,
  unreviewed,
  words,
};
