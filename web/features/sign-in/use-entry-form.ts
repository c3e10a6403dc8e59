import { useEffect, useRef } from 'react'

import {
  type FieldErrors,
  type FormErrors,
  NO_ERRORS,
  useFormErrors,
} from '#web/features/form/use-form-errors.ts'

import type * as EntryRules from './entry-rules.ts'

export interface EntryForm extends FormErrors {
  /**
   * Checks and shows what is wrong, with what the form found itself; false when it must not be sent, also while an
   * earlier check is under way.
   */
  isSendable: (value: unknown, ownErrors?: FieldErrors) => Promise<boolean>
}

/** One of the forms around signing in. Its rules are not part of the page: who only looks at it needs none. */
export function useEntryForm(name: EntryRules.EntryFormName): EntryForm {
  const formErrors = useFormErrors()
  const { formRef, show } = formErrors
  const isChecking = useRef(false)

  useEffect(() => {
    const form = formRef.current
    const prepare = () => void loadRules()
    form?.addEventListener('focusin', prepare, { once: true })
    return () => form?.removeEventListener('focusin', prepare)
  }, [formRef])

  async function isSendable(value: unknown, ownErrors: FieldErrors = NO_ERRORS): Promise<boolean> {
    if (isChecking.current) return false
    isChecking.current = true
    const rules = await loadRules()
    isChecking.current = false
    const wrong = { ...rules?.entryErrors(name, value), ...ownErrors }
    show(wrong)
    return Object.keys(wrong).length === 0
  }

  return { ...formErrors, isSendable }
}

/** The server checks by the same rules: where they cannot be fetched, its answer says what is wrong. */
async function loadRules(): Promise<typeof EntryRules | null> {
  try {
    return await import('./entry-rules.ts')
  } catch {
    return null
  }
}
