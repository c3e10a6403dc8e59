import * as z from 'zod/mini'

import {
  credentials,
  emailAddress,
  followConfirmation,
  passwordReset,
  registration,
} from '#contract/accounts/rules.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import type { FieldErrors } from '#web/features/form/create-form.ts'

const rules = {
  login: credentials,
  signup: registration,
  forgot: z.object({ email: emailAddress }),
  reset: passwordReset,
  follow: followConfirmation,
}

export type EntryFormName = keyof typeof rules

/** The errors of a sign-in form, by field. */
export function entryErrors(name: EntryFormName, value: unknown): FieldErrors {
  return fieldErrors(rules[name], value)
}
