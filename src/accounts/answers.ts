import { failure, unauthorized } from '../api/openapi/answers';
import { uuid } from '../api/schema/schemas';
import { message } from '../messages/message';

export const guarded = {
  401: unauthorized,
  403: failure('The token lacks the scope', 403, message('insufficient_scope', { scope: 'admin' })),
};

export const needsAdministrator = 'Administrators only, with an unrestricted token or the scope `admin`.';

export const uuidParameter = (description: string) => ({ description, schema: uuid() });
