/** What a schema found wrong, as far as a sentence can be made of it; the shape of zod's issues. */
export interface InputIssue {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly path?: readonly PropertyKey[] | undefined
}

/** Names that say more to a program than to a person. */
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
 * The sentence for whatever is wrong with an input and has none of its own in the schema: nobody reads what the
 * validator would say ("Invalid input: expected string, received undefined"). Every parse of what people send is given
 * it, on the server and in forms alike.
 */
export function inputSentence({ code, input, path = [] }: InputIssue): string {
  const field = path.find((part) => typeof part === 'string')
  if (field === undefined) return 'Please check what you entered.'
  const name = NAMES[field] ?? wordsOf(field)
  if (input === undefined || input === null || input === '') return `Please fill in the ${name}.`
  if (code === 'too_big') return `The ${name} is too long or too large.`
  return `The ${name} is not valid. Please check it.`
}

/** "bannerSubTitle" → "banner sub title"; somebody else's name for a field is cut. */
function wordsOf(field: string): string {
  return field
    .slice(0, 40)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()
    .toLowerCase()
}
