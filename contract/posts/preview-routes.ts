import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediaFailures } from '../media/failures.ts'
import { playback } from '../media/playback.ts'
import { postFailures as failures } from './failures.ts'
import { post } from './routes.ts'

const token = z.string().check(z.minLength(1), z.maxLength(100))
const ofPost = z.object({ id: id() })

export const getPreviewLink = route({
  method: 'GET',
  path: '/posts/:id/preview-link',
  caller: 'owner',
  summary: 'Until when the preview link of a post works; null: it has none. The link itself is told once.',
  input: ofPost,
  output: z.object({ expiresAt: z.nullable(moment) }),
  failures: [failures.post_not_found],
})

export const createPreviewLink = route({
  method: 'POST',
  path: '/posts/:id/preview-link',
  caller: 'owner',
  summary: 'Makes a link that shows a post for seven days to whoever has it; one made before stops working.',
  input: ofPost,
  output: z.object({ url: z.string(), expiresAt: moment }),
  failures: [failures.post_not_found],
})

export const revokePreviewLink = route({
  method: 'DELETE',
  path: '/posts/:id/preview-link',
  caller: 'owner',
  summary: 'Makes the preview link of a post stop working.',
  input: ofPost,
  output: saying,
  failures: [failures.post_not_found],
})

export const getPreview = route({
  method: 'GET',
  path: '/posts/preview/:token',
  caller: 'anyone',
  summary:
    'The post behind a preview link, whole, as its creator saved it last; addresses of its media expire.',
  input: z.object({ token }),
  output: z.object({
    post,
    /** Nobody else sees it, or not in this form. */
    isUnpublished: z.boolean(),
    expiresAt: moment,
  }),
  failures: [failures.preview_link_invalid, failures.content_too_long, pageFailures.page_not_found],
})

const mediumInPreview = z.object({ token, mediaId: id() })

export const getPreviewPlayback = route({
  method: 'GET',
  path: '/posts/preview/:token/media/:mediaId',
  caller: 'anyone',
  summary: 'New addresses for a picture, video or audio track of the post behind a preview link.',
  input: mediumInPreview,
  output: playback,
  failures: [failures.preview_link_invalid, mediaFailures.medium_not_found],
})

export const getPreviewDownload = route({
  method: 'GET',
  path: '/posts/preview/:token/files/:mediaId',
  caller: 'anyone',
  summary: 'Where a file of the post behind a preview link can be downloaded.',
  input: mediumInPreview,
  output: z.object({ url: z.string(), expiresAt: z.nullable(moment) }),
  failures: [failures.preview_link_invalid, mediaFailures.medium_not_found],
})

export const previewRoutes = [
  getPreviewLink,
  createPreviewLink,
  revokePreviewLink,
  getPreview,
  getPreviewPlayback,
  getPreviewDownload,
] as const
