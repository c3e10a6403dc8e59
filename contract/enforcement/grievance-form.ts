import * as z from 'zod/mini'

import { emailAddress } from '../accounts/rules.ts'
import { nameText, optionalText, requiredText } from '../fields.ts'
import { enforcementMessages as messages } from './messages.ts'
import {
  GRIEVANCE_KINDS,
  GRIEVANCE_MAX_LENGTH,
  GRIEVANCE_NAME_MAX_LENGTH,
  GRIEVANCE_URL_MAX_LENGTH,
} from './rules.ts'

export const grievanceForm = z.object({
  kind: z.enum(GRIEVANCE_KINDS),
  name: nameText(messages.nameMissing, GRIEVANCE_NAME_MAX_LENGTH),
  email: emailAddress,
  /** The address of what it is about, as they have it. */
  url: optionalText(GRIEVANCE_URL_MAX_LENGTH),
  text: requiredText(messages.grievanceMissing, GRIEVANCE_MAX_LENGTH, messages.grievanceTooLong),
})
