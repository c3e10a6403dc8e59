import { fieldMessages as messages } from '../messages.ts'

/** What a schema found wrong, as far as needed for a sentence; the shape of zod's issues. */
export interface InputIssue {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly path?: readonly PropertyKey[] | undefined
}

/** Field names that say more to a program than to a person. */
const NAMES: Readonly<Record<string, string>> = {
  _id: 'identifier',
  id: 'identifier',
  alt: 'description',
  cursor: 'place in the list',
  idToken: 'sign-in',
  isAdultContent: 'adult content setting',
  planId: 'plan',
}

/**
 * The sentence for any input error that has none of its own in the schema: the validator's own text ("Invalid input:
 * expected string, received undefined") is never shown. It is used for every parse of people's input, on the server and
 * in forms alike.
 */
export function inputSentence({ code, input, path = [] }: InputIssue): string {
  const field = path.find((part) => typeof part === 'string')
  if (field === undefined) return messages.check
  const name = NAMES[field] ?? wordsOf(field)
  if (input === undefined || input === null || input === '') return messages.fillIn(name)
  if (code === 'too_big') return messages.tooLarge(name)
  return messages.notValid(name)
}

/** "bannerSubTitle" → "banner sub title"; names that aren't ours are cut. */
function wordsOf(field: string): string {
  return field
    .slice(0, 40)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()
    .toLowerCase()
}
