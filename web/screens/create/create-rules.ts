import { newCreator } from '#contract/creators/rules.ts'
import { HANDLE_PATTERN } from '#contract/handles.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { type FieldErrors, NO_ERRORS } from '#web/features/form/create-form.ts'

import { createTexts as texts } from './messages.ts'

export interface CreatorDraft {
  pageName: string
  planId: string
  pageHandle: string
  isAdultContent: boolean
  ageConfirmed: boolean
}

/** The first problem with a draft, under its field, in the spec's order: name, plan, handle; then the age. */
export function draftErrors(draft: CreatorDraft): FieldErrors {
  const [wrong] = Object.entries(fieldErrors(newCreator, draft))
  if (wrong) return Object.fromEntries([wrong])
  return draft.ageConfirmed ? NO_ERRORS : { ageConfirmed: texts.age.unconfirmed }
}

/** A typed handle without the characters that no handle may have. */
export function handleFromTyping(typed: string): { handle: string; isRejected: boolean } {
  const handle = Array.from(typed)
    .filter((character) => HANDLE_PATTERN.test(character))
    .join('')
  return { handle, isRejected: handle !== typed }
}
