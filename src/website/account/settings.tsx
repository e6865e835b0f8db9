import type { Visit } from '../http/request-context';
import { settingsPage } from './settings-page';

export const show = (visit: Visit) => settingsPage(visit);
