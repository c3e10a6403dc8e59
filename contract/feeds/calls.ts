import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'

export const getPrivateFeeds: CallOf<typeof routes.getPrivateFeeds> = { method: 'GET', path: '/user/feeds' }
export const createPrivateFeed: CallOf<typeof routes.createPrivateFeed> = {
  method: 'POST',
  path: '/user/feeds',
}
export const resetPrivateFeed: CallOf<typeof routes.resetPrivateFeed> = {
  method: 'POST',
  path: '/user/feeds/:feedId/reset',
}
export const deletePrivateFeed: CallOf<typeof routes.deletePrivateFeed> = {
  method: 'DELETE',
  path: '/user/feeds/:feedId',
}
export const getPodcast: CallOf<typeof routes.getPodcast> = {
  method: 'GET',
  path: '/creator/podcast/:pageHandle',
}
export const updatePodcast: CallOf<typeof routes.updatePodcast> = {
  method: 'PUT',
  path: '/creator/podcast/:pageHandle',
}
