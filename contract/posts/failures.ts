import { defineFailures } from '../http/route.ts'
import { collectionMessages } from './collection-messages.ts'
import { postMessages } from './messages.ts'

export const postFailures = defineFailures({
  post_not_found: { status: 404, message: 'This post does not exist or is no longer here.' },
  collection_not_found: { status: 404, message: 'This collection does not exist or is no longer here.' },
  too_many_collections: { status: 409, message: collectionMessages.tooMany },
  collection_full: { status: 409, message: collectionMessages.full },
  preview_link_invalid: { status: 404, message: postMessages.previewLinkInvalid },
  content_empty: { status: 422, message: postMessages.contentRequired, field: 'content' },
  content_too_long: { status: 422, message: postMessages.contentTooLong, field: 'content' },
  too_many_media: { status: 422, message: postMessages.tooManyMedia, field: 'mediaIds' },
  post_locked: { status: 403, message: postMessages.locked },
  search_too_broad: { status: 422, message: postMessages.searchTooBroad, field: 'q' },
  draft_changed: { status: 409, message: postMessages.draftChanged },
  too_many_drafts: { status: 409, message: postMessages.tooManyDrafts },
  publish_at_wrong: { status: 422, message: postMessages.publishAtWrong, field: 'publishAt' },
  pins_full: { status: 409, message: postMessages.pinsFull },
  post_state_wrong: { status: 409, message: postMessages.stateWrong },
  content_malformed: {
    status: 422,
    message: 'The post could not be read. Please try again.',
    field: 'content',
  },
})
