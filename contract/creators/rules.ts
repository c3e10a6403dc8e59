import * as z from 'zod/mini'

import { flag, id, nameText, optionalText } from '../fields.ts'
import { HANDLE_PATTERN, isReservedHandle } from '../handles.ts'
import { creatorMessages as messages } from './messages.ts'

const HANDLE_MIN_LENGTH = 3
const HANDLE_MAX_LENGTH = 30
export const PAGE_NAME_MAX_LENGTH = 60
export const HEADLINE_MAX_LENGTH = 160
export const BANNER_TITLE_MAX_LENGTH = 80
export const BANNER_SUBTITLE_MAX_LENGTH = 160
export const SEARCH_MAX_LENGTH = 100

/** A handle being chosen. The order of the messages is the spec's. */
export const newHandle = z.string({ error: messages.handleRequired }).check(
  z.trim(),
  z.minLength(1, messages.handleRequired),
  z.regex(HANDLE_PATTERN, messages.handleFormat),
  z.minLength(HANDLE_MIN_LENGTH, messages.handleLength),
  z.maxLength(HANDLE_MAX_LENGTH, messages.handleLength),
  z.refine((handle) => !isReservedHandle(handle), messages.handleReserved),
)

/** The text to look for in names and headlines; empty finds everyone. */
export const creatorSearch = optionalText(SEARCH_MAX_LENGTH)

/** The page creation form. Checked in this order, stopping at the first failure. */
export const newCreator = z.object({
  pageName: nameText(messages.nameRequired, PAGE_NAME_MAX_LENGTH),
  planId: id(messages.planRequired),
  pageHandle: newHandle,
  isAdultContent: z._default(flag(), false),
  /** Our form asks for it: {@link CREATOR_MINIMUM_AGE} or older; older clients don't send it. */
  ageConfirmed: z.optional(z.boolean()),
})

/** What an owner can change on the page; anything else in the body is refused. */
export const creatorChanges = {
  pageName: z.optional(nameText(messages.fillAllRequired, PAGE_NAME_MAX_LENGTH)),
  headline: optionalText(HEADLINE_MAX_LENGTH),
  bannerTitle: optionalText(BANNER_TITLE_MAX_LENGTH),
  bannerSubTitle: optionalText(BANNER_SUBTITLE_MAX_LENGTH),
  isAdultContent: z.optional(flag()),
  /** A picture sent in the same call wins. */
  removeProfileImage: z.optional(flag()),
  removeBannerImage: z.optional(flag()),
}
