import * as z from 'zod/mini'

import { newCreator } from '#contract/creators/rules.ts'
import { HANDLE_PATTERN } from '#contract/handles.ts'

import { createTexts as texts } from './messages.ts'

export interface CreatorDraft {
  pageName: string
  planId: string
  pageHandle: string
  isAdultContent: boolean
  ageConfirmed: boolean
}

export interface DraftProblem {
  message: string
  /** The field that fixes it; null: no field does. */
  field: string | null
}

/** The first problem with a draft, in the spec's order: name, plan, handle; then the age. */
export function findDraftProblem(draft: CreatorDraft): DraftProblem | null {
  const { error } = z.safeParse(newCreator, draft)
  const [issue] = error?.issues ?? []
  if (issue) return { message: issue.message, field: String(issue.path[0]) }
  if (draft.ageConfirmed) return null
  return { message: texts.age.unconfirmed, field: 'ageConfirmed' }
}

/** The spec shows every message that says "username" under the handle field, the others below the form. */
export function isAboutHandle(message: string): boolean {
  return message.toLowerCase().includes('username')
}

/** A typed handle without the characters that no handle may have. */
export function handleFromTyping(typed: string): { handle: string; isRejected: boolean } {
  const handle = Array.from(typed)
    .filter((character) => HANDLE_PATTERN.test(character))
    .join('')
  return { handle, isRejected: handle !== typed }
}
