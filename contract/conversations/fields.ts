import * as z from 'zod/mini'

import { visibleText } from '../visible-text.ts'
import { conversationMessages as messages } from './messages.ts'
import { CONVERSATION_SEARCH_MAX_LENGTH } from './rules.ts'

export const searched = z
  .string()
  .check(z.overwrite(visibleText), z.maxLength(CONVERSATION_SEARCH_MAX_LENGTH, messages.searchTooLong))

/** A place in the list of conversations. */
export const conversationCursor = z.optional(z.string().check(z.regex(/^\d{1,17}_[0-9a-f-]{36}$/)))
