import * as z from 'zod/mini'

import { titleText } from '../fields.ts'
import { collectionMessages } from './collection-messages.ts'
import { COLLECTION_DESCRIPTION_MAX_LENGTH, COLLECTION_TITLE_MAX_LENGTH } from './limits.ts'

/** What a creator tells about a collection; the dialog checks it by the same rules as the server. */
export const collectionForm = {
  title: titleText(
    collectionMessages.titleRequired,
    COLLECTION_TITLE_MAX_LENGTH,
    collectionMessages.titleTooLong,
  ),
  description: z
    .string()
    .check(z.trim(), z.maxLength(COLLECTION_DESCRIPTION_MAX_LENGTH, collectionMessages.descriptionTooLong)),
}
