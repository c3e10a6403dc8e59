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
   * Checks the form and shows its errors, together with those the form found itself; false when it must not be sent,
   * also while an earlier check is still running.
   */
  isSendable: (value: unknown, ownErrors?: FieldErrors) => Promise<boolean>
}

/** A sign-in form. Its rules load separately: people who only look at the page don't need them. */
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

/** The server checks by the same rules: if they fail to load, its answer names the errors. */
async function loadRules(): Promise<typeof EntryRules | null> {
  try {
    return await import('./entry-rules.ts')
  } catch {
    return null
  }
}
