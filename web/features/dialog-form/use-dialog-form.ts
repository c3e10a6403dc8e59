import { type RefObject, type SubmitEvent, useState } from 'react'
import type * as z from 'zod/mini'

import { CallError } from '#web/api/call.ts'

import { fieldErrors } from '#web/features/form/field-errors.ts'
import { type FieldErrors, useFormErrors } from '#web/features/form/use-form-errors.ts'

interface DialogForm<Values> {
  formRef: RefObject<HTMLFormElement | null>
  errors: FieldErrors
  values: Values
  /** What the server refused that belongs to no field. */
  problem: string | null
  isSaving: boolean
  set: (changed: Partial<Values>) => void
  /** Sends the form once, if the contract's rules have nothing against it; a refusal is shown where it belongs. */
  save: (event: SubmitEvent<HTMLFormElement>, send: (values: Values) => Promise<void>) => Promise<void>
}

/** A form in a dialog, checked by the contract's rules before it is sent. `onSaving`: the dialog stays open meanwhile. */
export function useDialogForm<Values extends object>(
  schema: z.core.$ZodType,
  initial: () => Values,
  onSaving: (isSaving: boolean) => void,
): DialogForm<Values> {
  const { formRef, errors, show, showRefusal, forget } = useFormErrors()
  const [values, setValues] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)

  function mark(isNow: boolean): void {
    setIsSaving(isNow)
    onSaving(isNow)
  }

  return {
    formRef,
    errors,
    values,
    problem,
    isSaving,
    set(changed) {
      setValues({ ...values, ...changed })
      for (const name of Object.keys(changed)) forget(name)
    },
    async save(event, send) {
      event.preventDefault()
      if (isSaving) return
      setProblem(null)
      const found = fieldErrors(schema, values)
      show(found)
      if (Object.keys(found).length > 0) return
      mark(true)
      try {
        await send(values)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const isOfField = error.field !== undefined && error.field in values && showRefusal(error)
        if (!isOfField) setProblem(error.message)
      } finally {
        mark(false)
      }
    },
  }
}
