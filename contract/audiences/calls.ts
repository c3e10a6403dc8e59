import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'

export const followPage: CallOf<typeof routes.followPage> = {
  method: 'PUT',
  path: '/creators/:pageHandle/follow',
}
export const unfollowPage: CallOf<typeof routes.unfollowPage> = {
  method: 'DELETE',
  path: '/creators/:pageHandle/follow',
}
export const getFollowedPages: CallOf<typeof routes.getFollowedPages> = {
  method: 'GET',
  path: '/user/follows',
}
export const setFollowMails: CallOf<typeof routes.setFollowMails> = {
  method: 'PUT',
  path: '/creators/:pageHandle/follow/mails',
}
export const followByMail: CallOf<typeof routes.followByMail> = {
  method: 'POST',
  path: '/creators/:pageHandle/follow-by-mail',
}
export const getMailedFollow: CallOf<typeof routes.getMailedFollow> = {
  method: 'GET',
  path: '/confirm-follow/:token',
}
export const confirmFollow: CallOf<typeof routes.confirmFollow> = { method: 'POST', path: '/confirm-follow' }
