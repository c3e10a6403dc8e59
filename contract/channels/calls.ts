import type { CallOf } from '../http/route.ts'
import type * as moderationRoutes from './moderation-routes.ts'
import type * as routes from './routes.ts'

export const getChannel: CallOf<typeof routes.getChannel> = { method: 'GET', path: '/channels/:channelId' }
export const listMessages: CallOf<typeof routes.listMessages> = {
  method: 'GET',
  path: '/channels/:channelId/messages',
}
export const searchMessages: CallOf<typeof routes.searchMessages> = {
  method: 'GET',
  path: '/channels/:channelId/search',
}
export const suggestPeople: CallOf<typeof routes.suggestPeople> = {
  method: 'GET',
  path: '/channels/:channelId/people',
}
export const writeMessage: CallOf<typeof routes.writeMessage> = {
  method: 'POST',
  path: '/channels/:channelId/messages',
}
export const noteTyping: CallOf<typeof routes.noteTyping> = {
  method: 'POST',
  path: '/channels/:channelId/typing',
}
export const editMessage: CallOf<typeof routes.editMessage> = {
  method: 'PUT',
  path: '/channels/:channelId/messages/:seq',
}
export const deleteMessage: CallOf<typeof routes.deleteMessage> = {
  method: 'DELETE',
  path: '/channels/:channelId/messages/:seq',
}
export const reactToMessage: CallOf<typeof routes.reactToMessage> = {
  method: 'PUT',
  path: '/channels/:channelId/messages/:seq/reactions',
}
export const takeReactionBack: CallOf<typeof routes.takeReactionBack> = {
  method: 'DELETE',
  path: '/channels/:channelId/messages/:seq/reactions',
}
export const markRead: CallOf<typeof routes.markRead> = { method: 'PUT', path: '/channels/:channelId/read' }
export const muteChannel: CallOf<typeof routes.muteChannel> = {
  method: 'PUT',
  path: '/channels/:channelId/notifications',
}
export const getMemberBadge: CallOf<typeof routes.getMemberBadge> = {
  method: 'GET',
  path: '/user/member-badge',
}
export const setMemberBadge: CallOf<typeof routes.setMemberBadge> = {
  method: 'PUT',
  path: '/user/member-badge',
}
export const actOnMessage: CallOf<typeof moderationRoutes.actOnMessage> = {
  method: 'POST',
  path: '/channels/:channelId/messages/:seq/act',
}
export const listHeldMessages: CallOf<typeof moderationRoutes.listHeldMessages> = {
  method: 'GET',
  path: '/creators/:pageHandle/held-messages',
}
