import { settingsPage } from '../settings/page';
import type { Visit } from '../visit';

export const show = (visit: Visit) => settingsPage(visit);
