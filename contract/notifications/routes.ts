import * as z from 'zod/mini'

import { saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { bellRoutes } from './bell-routes.ts'
import { choiceRoutes } from './choice-routes.ts'
import { notificationFailures } from './failures.ts'
import { mutedRoutes } from './muted-routes.ts'
import { pushRoutes } from './push-routes.ts'

/** The topics a person can choose to be mailed about. Mails they must get (receipts, security) are not among them. */
export const notificationTopic = z.enum([
  'replies',
  'creatorUpdates',
  'productUpdates',
  'newsletter',
  'offers',
])
export type NotificationTopic = z.infer<typeof notificationTopic>

const preferences = z.object({
  /** Service: on until turned off. */
  replies: z.boolean(),
  creatorUpdates: z.boolean(),
  /** Marketing: off until chosen. */
  productUpdates: z.boolean(),
  newsletter: z.boolean(),
  offers: z.boolean(),
})
export type NotificationPreferences = z.infer<typeof preferences>

export const getNotificationPreferences = route({
  method: 'GET',
  path: '/user/notifications',
  caller: 'member',
  summary: "The caller's choice of mails.",
  input: z.object({}),
  output: preferences,
  failures: [],
})

export const updateNotificationPreferences = route({
  method: 'PUT',
  path: '/user/notifications',
  caller: 'member',
  summary: 'Changes the preferences that are named; the others stay as they are.',
  input: z.partial(preferences),
  output: preferences,
  failures: [],
})

export const unsubscribe = route({
  method: 'POST',
  path: '/unsubscribe',
  caller: 'anyone',
  summary: 'Unsubscribes from one kind of mail; the signed link in such a mail is the only proof needed.',
  input: z.object({ token: z.string().check(z.maxLength(200)) }),
  output: saying,
  failures: [notificationFailures.unsubscribe_link_invalid],
})

export const notificationRoutes = [
  getNotificationPreferences,
  updateNotificationPreferences,
  unsubscribe,
  ...bellRoutes,
  ...choiceRoutes,
  ...mutedRoutes,
  ...pushRoutes,
] as const
