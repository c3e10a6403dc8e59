import type { CallOf } from '../http/route.ts'
import type * as bellRoutes from './bell-routes.ts'
import type * as choiceRoutes from './choice-routes.ts'
import type * as mutedRoutes from './muted-routes.ts'
import type * as pushRoutes from './push-routes.ts'
import type * as routes from './routes.ts'

export const getNotificationPreferences: CallOf<typeof routes.getNotificationPreferences> = {
  method: 'GET',
  path: '/user/notifications',
}
export const updateNotificationPreferences: CallOf<typeof routes.updateNotificationPreferences> = {
  method: 'PUT',
  path: '/user/notifications',
}
export const unsubscribe: CallOf<typeof routes.unsubscribe> = { method: 'POST', path: '/unsubscribe' }
export const listNotifications: CallOf<typeof bellRoutes.listNotifications> = {
  method: 'GET',
  path: '/notifications',
}
export const getBadges: CallOf<typeof bellRoutes.getBadges> = { method: 'GET', path: '/notifications/badges' }
export const readNotifications: CallOf<typeof bellRoutes.readNotifications> = {
  method: 'PUT',
  path: '/notifications/read',
}
export const getNotificationChoices: CallOf<typeof choiceRoutes.getNotificationChoices> = {
  method: 'GET',
  path: '/user/notification-choices',
}
export const listPageChoices: CallOf<typeof choiceRoutes.listPageChoices> = {
  method: 'GET',
  path: '/user/notification-choices/pages',
}
export const changeNotificationChoice: CallOf<typeof choiceRoutes.changeNotificationChoice> = {
  method: 'PUT',
  path: '/user/notification-choices',
}
export const changeDigest: CallOf<typeof choiceRoutes.changeDigest> = { method: 'PUT', path: '/user/digest' }
export const listMutedChannels: CallOf<typeof mutedRoutes.listMutedChannels> = {
  method: 'GET',
  path: '/user/muted-channels',
}
export const unmuteChannel: CallOf<typeof mutedRoutes.unmuteChannel> = {
  method: 'DELETE',
  path: '/user/muted-channels/:channelId',
}
export const getPushKey: CallOf<typeof pushRoutes.getPushKey> = {
  method: 'GET',
  path: '/user/push-devices/key',
}
export const addPushDevice: CallOf<typeof pushRoutes.addPushDevice> = {
  method: 'PUT',
  path: '/user/push-devices',
}
export const removePushDevice: CallOf<typeof pushRoutes.removePushDevice> = {
  method: 'DELETE',
  path: '/user/push-devices',
}
