import { fieldMessages as messages, fieldNames } from '../messages.ts'

/** What a schema found wrong, as far as needed for a sentence; the shape of zod's issues. */
export interface InputIssue {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly path?: readonly PropertyKey[] | undefined
}

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(fieldNames))

/**
 * The sentence for any input error that has none of its own in the schema: the validator's own text ("Invalid input:
 * expected string, received undefined") is never shown. It is used for every parse of people's input, on the server and
 * in forms alike.
 */
export function inputSentence({ code, input, path = [] }: InputIssue): string {
  const field = path.find((part) => typeof part === 'string')
  if (field === undefined) return messages.check
  const isMissing = input === undefined || input === null || input === ''
  const name = NAMES.get(field)
  if (name === undefined) return isMissing ? messages.missing : messages.check
  if (isMissing) return messages.fillIn(name)
  return code === 'too_big' ? messages.tooLarge(name) : messages.notValid(name)
}
