import { type RefObject, useEffect, useRef, useState } from 'react'

import type { CallError } from '#web/api/call.ts'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'

/** A sentence per field, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>

export const NO_ERRORS: FieldErrors = {}

export interface FormErrors {
  formRef: RefObject<HTMLFormElement | null>
  errors: FieldErrors
  /** Shows these errors and moves the focus to the first field that has one. */
  show: (errors: FieldErrors) => void
  /** Shows the server's refusal under its field; false when it belongs to no field. */
  showRefusal: (refusal: CallError) => boolean
  /** Marks the field of a refusal whose text is shown elsewhere. */
  mark: (refusal: CallError) => void
  /** Shows an error where the user is already: the focus stays. */
  note: (field: string, message: string) => void
  /** Clears a field's error, because the field was changed. */
  forget: (field: string) => void
}

/** The errors under the fields of one form. */
export function useFormErrors(): FormErrors {
  const formRef = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState(NO_ERRORS)
  const [shownAt, setShownAt] = useState(0)

  useEffect(() => {
    if (shownAt > 0) focusFirstInvalid(formRef.current)
  }, [shownAt])

  function show(shown: FieldErrors): void {
    setErrors(shown)
    setShownAt((count) => count + 1)
  }

  return {
    formRef,
    errors,
    show,
    showRefusal({ field, fields }) {
      if (field === undefined) return false
      show(fields)
      return true
    },
    mark({ field }) {
      if (field !== undefined) show({ [field]: '' })
    },
    note: (field, message) => setErrors((shown) => ({ ...shown, [field]: message })),
    forget(field) {
      setErrors((shown) =>
        field in shown ? Object.fromEntries(Object.entries(shown).filter(([name]) => name !== field)) : shown,
      )
    },
  }
}

/** A field's text as it was sent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
