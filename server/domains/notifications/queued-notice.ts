import * as z from 'zod/mini'

import { NOTICE_KINDS, type NoticeKind } from '#contract/notifications/kinds.ts'

/** One person's news, as jobs carry it. */
export const queuedNotice = z.object({
  userId: z.string(),
  kind: z.enum(Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]]),
  groupKey: z.string(),
  occasion: z.nullable(z.string()),
  creatorId: z.nullable(z.string()),
  target: z.nullable(z.string()),
  actorId: z.nullable(z.string()),
  count: z.number(),
})
export type QueuedNotice = z.infer<typeof queuedNotice>
