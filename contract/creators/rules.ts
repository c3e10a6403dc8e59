import * as z from 'zod/mini'

import { flag, id, nameText, optionalText, searchText } from '../fields.ts'
import { HANDLE_PATTERN } from '../handles.ts'
import { isReservedName, mixesScripts } from '../look-alikes.ts'
import { cropText } from '../media/crop-text.ts'
import { hasHiddenCharacters, hasLetter, visibleText } from '../visible-text.ts'
import { hasWebAddress } from '../web-addresses.ts'
import { creatorMessages as messages } from './messages.ts'

const HANDLE_MIN_LENGTH = 3
const HANDLE_MAX_LENGTH = 30
export const PAGE_NAME_MAX_LENGTH = 60
export const HEADLINE_MAX_LENGTH = 160
export const BANNER_TITLE_MAX_LENGTH = 80
export const BANNER_SUBTITLE_MAX_LENGTH = 160
export const SEARCH_MAX_LENGTH = 100
const TOPICS_MAX = 5
const TOPIC_MIN_LENGTH = 2
const TOPIC_MAX_LENGTH = 30
export const ABOUT_MAX_LENGTH = 5000
const LINKS_MAX = 5
const LINK_MAX_LENGTH = 200
const LINKS_TEXT_MAX_LENGTH = 1100
/** Five topics, and some space around their commas. */
export const TOPICS_TEXT_MAX_LENGTH = 300

/** A handle being chosen. The order of the messages is the spec's. */
export const newHandle = z.string({ error: messages.handleRequired }).check(
  z.overwrite((typed) => visibleText(typed.normalize('NFKC'))),
  z.minLength(1, messages.handleRequired),
  z.regex(HANDLE_PATTERN, messages.handleFormat),
  z.minLength(HANDLE_MIN_LENGTH, messages.handleLength),
  z.maxLength(HANDLE_MAX_LENGTH, messages.handleLength),
  z.refine((handle) => !isReservedName(handle), messages.handleReserved),
)

/** The text to look for in names and headlines; empty finds everyone. */
export const creatorSearch = z.optional(searchText(SEARCH_MAX_LENGTH))

/** The page creation form. Checked in this order, stopping at the first failure. */
export const newCreator = z.object({
  pageName: nameText(messages.nameRequired, PAGE_NAME_MAX_LENGTH),
  planId: id(messages.planRequired),
  pageHandle: newHandle,
  isAdultContent: z._default(flag(), false),
  /** Our form asks for it: {@link CREATOR_MINIMUM_AGE} or older; older clients don't send it. */
  ageConfirmed: z.optional(z.boolean()),
})

/** What a page is about: separated by commas, stored in lower case, each once. */
const pageTopics = z.pipe(
  z.string().check(z.maxLength(TOPICS_TEXT_MAX_LENGTH, messages.topicsTooMany)),
  z.pipe(
    z.transform(topicsIn),
    z
      .array(
        z.string().check(
          z.minLength(TOPIC_MIN_LENGTH, messages.topicTooShort),
          z.maxLength(TOPIC_MAX_LENGTH, messages.topicTooLong),
          z.refine((topic) => isTopic(topic), messages.topicMalformed),
        ),
      )
      .check(z.maxLength(TOPICS_MAX, messages.topicsTooMany)),
  ),
)

function isTopic(topic: string): boolean {
  return hasLetter(topic) && !hasHiddenCharacters(topic) && !hasWebAddress(topic) && !mixesScripts(topic)
}

/** The topics in what was typed. */
function topicsIn(typed: string): string[] {
  const written = typed.split(',').map((topic) => visibleText(topic.toLowerCase()).split(/\s+/).join(' '))
  return [...new Set(written)].filter((topic) => topic !== '')
}

/** Where else its creator can be found: one address a line, each once. */
const pageLinks = z.pipe(
  z.string().check(z.maxLength(LINKS_TEXT_MAX_LENGTH, messages.linksTooMany)),
  z.pipe(
    z.transform(linksIn),
    z
      .array(
        z.string().check(
          z.maxLength(LINK_MAX_LENGTH, messages.linkTooLong),
          z.refine((link) => LINK_PATTERN.test(link) && !hasHiddenCharacters(link), messages.linkMalformed),
        ),
      )
      .check(z.maxLength(LINKS_MAX, messages.linksTooMany)),
  ),
)

/** A domain, in any script, and what may follow it; no name before an @, which makes an address look like another's. */
const LINK_PATTERN =
  /^https?:\/\/(?:[^\s/?#@:.\\<>"]+\.)+[^\s\d/?#@:.\\<>"][^\s/?#@:.\\<>"]+(?::\d{1,5})?(?:[/?#]\S*)?$/

/** The addresses in what was typed; "https://" may be left out. */
function linksIn(typed: string): string[] {
  const lines = typed.split('\n').map((line) => line.trim())
  const written = lines
    .filter((line) => line !== '')
    .map((line) => (line.includes('://') ? line : `https://${line}`))
  return [...new Set(written)]
}

/** What an owner can change on the page; anything else in the body is refused. */
export const creatorChanges = {
  pageName: z.optional(nameText(messages.fillAllRequired, PAGE_NAME_MAX_LENGTH)),
  headline: optionalText(HEADLINE_MAX_LENGTH),
  bannerTitle: optionalText(BANNER_TITLE_MAX_LENGTH),
  bannerSubTitle: optionalText(BANNER_SUBTITLE_MAX_LENGTH),
  isAdultContent: z.optional(flag()),
  topics: z.optional(pageTopics),
  about: optionalText(ABOUT_MAX_LENGTH),
  links: z.optional(pageLinks),
  showsCounts: z.optional(flag()),
  /** A picture sent in the same call wins. */
  removeProfileImage: z.optional(flag()),
  removeBannerImage: z.optional(flag()),
  /** The part of a picture sent in the same call that is kept; without it, the middle. */
  profileImageCrop: z.optional(cropText),
  bannerImageCrop: z.optional(cropText),
}
