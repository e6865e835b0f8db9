import type { Visit } from '../http/request-context';
import { settingsPage } from './settings-page';

export const get = (visit: Visit) => settingsPage(visit);
