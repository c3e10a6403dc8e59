import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'

export const getModeration: CallOf<typeof routes.getModeration> = {
  method: 'GET',
  path: '/creators/:pageHandle/moderation',
}
export const updateModeration: CallOf<typeof routes.updateModeration> = {
  method: 'PUT',
  path: '/creators/:pageHandle/moderation',
}
export const listModerators: CallOf<typeof routes.listModerators> = {
  method: 'GET',
  path: '/creators/:pageHandle/moderators',
}
export const findCandidate: CallOf<typeof routes.findCandidate> = {
  method: 'GET',
  path: '/creators/:pageHandle/moderator-candidates',
}
export const addModerator: CallOf<typeof routes.addModerator> = {
  method: 'PUT',
  path: '/creators/:pageHandle/moderators/:userId',
}
export const removeModerator: CallOf<typeof routes.removeModerator> = {
  method: 'DELETE',
  path: '/creators/:pageHandle/moderators/:userId',
}
export const listMutes: CallOf<typeof routes.listMutes> = {
  method: 'GET',
  path: '/creators/:pageHandle/mutes',
}
export const mutePerson: CallOf<typeof routes.mutePerson> = {
  method: 'POST',
  path: '/creators/:pageHandle/mutes',
}
export const unmutePerson: CallOf<typeof routes.unmutePerson> = {
  method: 'DELETE',
  path: '/creators/:pageHandle/mutes/:userId',
}
export const listModeratedPages: CallOf<typeof routes.listModeratedPages> = {
  method: 'GET',
  path: '/user/moderated-pages',
}
