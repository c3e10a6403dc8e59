import { defineFailures } from '../http/route.ts'
import { postMessages } from './messages.ts'

export const postFailures = defineFailures({
  post_not_found: { status: 404, message: 'This post does not exist or is no longer here.' },
  content_empty: { status: 422, message: postMessages.contentRequired, field: 'content' },
  content_too_long: { status: 422, message: postMessages.contentTooLong, field: 'content' },
  content_malformed: {
    status: 422,
    message: 'The post could not be read. Please try again.',
    field: 'content',
  },
})
