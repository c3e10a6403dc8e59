import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'
import type * as ruleRoutes from './rule-routes.ts'
import type * as searchRoutes from './search-routes.ts'

export const listConversations: CallOf<typeof routes.listConversations> = {
  method: 'GET',
  path: '/conversations',
}
export const findReach: CallOf<typeof routes.findReach> = { method: 'GET', path: '/conversations/reach' }
export const listWritable: CallOf<typeof routes.listWritable> = {
  method: 'GET',
  path: '/conversations/writable',
}
export const listReachable: CallOf<typeof routes.listReachable> = {
  method: 'GET',
  path: '/conversations/people',
}
export const startConversation: CallOf<typeof routes.startConversation> = {
  method: 'POST',
  path: '/conversations',
}
export const getConversation: CallOf<typeof routes.getConversation> = {
  method: 'GET',
  path: '/conversations/:conversationId',
}
export const answerRequest: CallOf<typeof routes.answerRequest> = {
  method: 'POST',
  path: '/conversations/:conversationId/answer',
}
export const renameGroup: CallOf<typeof routes.renameGroup> = {
  method: 'PUT',
  path: '/conversations/:conversationId',
}
export const addToGroup: CallOf<typeof routes.addToGroup> = {
  method: 'PUT',
  path: '/conversations/:conversationId/people/:userId',
}
export const removeFromGroup: CallOf<typeof routes.removeFromGroup> = {
  method: 'DELETE',
  path: '/conversations/:conversationId/people/:userId',
}
export const getMessageRules: CallOf<typeof ruleRoutes.getMessageRules> = {
  method: 'GET',
  path: '/user/message-rules',
}
export const setMessageRules: CallOf<typeof ruleRoutes.setMessageRules> = {
  method: 'PUT',
  path: '/user/message-rules',
}
export const announce: CallOf<typeof ruleRoutes.announce> = {
  method: 'POST',
  path: '/creators/:pageHandle/announcements',
}
export const listAnnouncements: CallOf<typeof ruleRoutes.listAnnouncements> = {
  method: 'GET',
  path: '/creators/:pageHandle/announcements',
}
export const searchConversations: CallOf<typeof searchRoutes.searchConversations> = {
  method: 'GET',
  path: '/conversations/search',
}
