import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'

export const getStorage: CallOf<typeof routes.getStorage> = { method: 'GET', path: '/media/storage' }
export const getMedium: CallOf<typeof routes.getMedium> = { method: 'GET', path: '/media/:mediaId' }
export const describeMedium: CallOf<typeof routes.describeMedium> = { method: 'PUT', path: '/media/:mediaId' }
export const deleteMedium: CallOf<typeof routes.deleteMedium> = { method: 'DELETE', path: '/media/:mediaId' }
export const putCaptions: CallOf<typeof routes.putCaptions> = {
  method: 'PUT',
  path: '/media/:mediaId/captions',
}
export const deleteCaptions: CallOf<typeof routes.deleteCaptions> = {
  method: 'DELETE',
  path: '/media/:mediaId/captions/:language',
}
export const getPlayback: CallOf<typeof routes.getPlayback> = {
  method: 'GET',
  path: '/media/:mediaId/playback',
}
export const getDownload: CallOf<typeof routes.getDownload> = {
  method: 'GET',
  path: '/media/:mediaId/download',
}
export const notePlayed: CallOf<typeof routes.notePlayed> = { method: 'POST', path: '/media/:mediaId/played' }
export const beginTakeout: CallOf<typeof routes.beginTakeout> = { method: 'POST', path: '/media/takeout' }
