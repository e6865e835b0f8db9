import { administrationPage } from '../administration/page';
import type { Visit } from '../visit';

export const show = (visit: Visit) => administrationPage(visit);
