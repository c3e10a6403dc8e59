import * as z from 'zod/mini'

import { pageFailures } from '../failures.ts'
import { id, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { postFailures as failures } from './failures.ts'
import { post } from './routes.ts'

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
    'The post behind a preview link, as its creator reads it, without the media that only members may see.',
  input: z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) }),
  output: z.object({
    post,
    /** Pictures, videos and audio that are not part of the preview. */
    mediaLeftOut: z.number(),
    expiresAt: moment,
  }),
  failures: [failures.preview_link_invalid, failures.post_not_found, pageFailures.page_not_found],
})

export const previewRoutes = [getPreviewLink, createPreviewLink, revokePreviewLink, getPreview] as const
