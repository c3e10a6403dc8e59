import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'

export const getPlanNames: CallOf<typeof routes.getPlanNames> = {
  method: 'GET',
  path: '/cheersPlan/getPlanNames',
}
export const joinAsCreator: CallOf<typeof routes.joinAsCreator> = { method: 'POST', path: '/creator/join' }
export const getCreators: CallOf<typeof routes.getCreators> = { method: 'GET', path: '/creator/getCreators' }
export const creatorDetails: CallOf<typeof routes.creatorDetails> = {
  method: 'GET',
  path: '/creator/creatorDetails/:pageHandle',
}
export const getPageAbout: CallOf<typeof routes.getPageAbout> = {
  method: 'GET',
  path: '/creator/about/:pageHandle',
}
export const updateCreator: CallOf<typeof routes.updateCreator> = {
  method: 'PUT',
  path: '/creator/update/:pageHandle',
}
export const notePageSetup: CallOf<typeof routes.notePageSetup> = {
  method: 'PUT',
  path: '/creator/setup/:pageHandle',
}
export const getUsersCreatorPage: CallOf<typeof routes.getUsersCreatorPage> = {
  method: 'GET',
  path: '/user/getUsersCreatorPage',
}
