import type { CallOf } from '../http/route.ts'
import type * as broadcastRoutes from './broadcast-routes.ts'
import type * as questionRoutes from './question-routes.ts'
import type * as routes from './routes.ts'
import type * as streamKeyRoutes from './stream-key-routes.ts'

export const listLiveSessions: CallOf<typeof routes.listLiveSessions> = {
  method: 'GET',
  path: '/creators/:pageHandle/live-sessions',
}
export const listFeedLive: CallOf<typeof routes.listFeedLive> = { method: 'GET', path: '/user/live-sessions' }
export const listLiveNow: CallOf<typeof routes.listLiveNow> = { method: 'GET', path: '/user/live-now' }
export const getLiveSession: CallOf<typeof routes.getLiveSession> = {
  method: 'GET',
  path: '/live-sessions/:liveSessionId',
}
export const scheduleLiveSession: CallOf<typeof routes.scheduleLiveSession> = {
  method: 'POST',
  path: '/live-sessions',
}
export const updateLiveSession: CallOf<typeof routes.updateLiveSession> = {
  method: 'PUT',
  path: '/live-sessions/:liveSessionId',
}
export const moveLiveSession: CallOf<typeof routes.moveLiveSession> = {
  method: 'POST',
  path: '/live-sessions/:liveSessionId/move',
}
export const remindOfLiveSession: CallOf<typeof routes.remindOfLiveSession> = {
  method: 'PUT',
  path: '/live-sessions/:liveSessionId/reminder',
}
export const forgetReminder: CallOf<typeof routes.forgetReminder> = {
  method: 'DELETE',
  path: '/live-sessions/:liveSessionId/reminder',
}
export const attendLiveSession: CallOf<typeof routes.attendLiveSession> = {
  method: 'PUT',
  path: '/live-sessions/:liveSessionId/attendance',
}
export const listLivePolls: CallOf<typeof routes.listLivePolls> = {
  method: 'GET',
  path: '/live-sessions/:liveSessionId/polls',
}
export const startBroadcast: CallOf<typeof broadcastRoutes.startBroadcast> = {
  method: 'POST',
  path: '/live-sessions/:liveSessionId/broadcasts',
}
export const endBroadcast: CallOf<typeof broadcastRoutes.endBroadcast> = {
  method: 'POST',
  path: '/broadcasts/:broadcastId/end',
}
export const openPlayer: CallOf<typeof broadcastRoutes.openPlayer> = {
  method: 'POST',
  path: '/live-sessions/:liveSessionId/players',
}
export const listQuestions: CallOf<typeof questionRoutes.listQuestions> = {
  method: 'GET',
  path: '/live-sessions/:liveSessionId/questions',
}
export const askQuestion: CallOf<typeof questionRoutes.askQuestion> = {
  method: 'POST',
  path: '/live-sessions/:liveSessionId/questions',
}
export const voteForQuestion: CallOf<typeof questionRoutes.voteForQuestion> = {
  method: 'PUT',
  path: '/questions/:questionId/vote',
}
export const takeQuestionVoteBack: CallOf<typeof questionRoutes.takeQuestionVoteBack> = {
  method: 'DELETE',
  path: '/questions/:questionId/vote',
}
export const withdrawQuestion: CallOf<typeof questionRoutes.withdrawQuestion> = {
  method: 'DELETE',
  path: '/questions/:questionId',
}
export const actOnQuestion: CallOf<typeof questionRoutes.actOnQuestion> = {
  method: 'POST',
  path: '/questions/:questionId/act',
}
export const getStreamKey: CallOf<typeof streamKeyRoutes.getStreamKey> = {
  method: 'GET',
  path: '/user/stream-key',
}
export const makeStreamKey: CallOf<typeof streamKeyRoutes.makeStreamKey> = {
  method: 'POST',
  path: '/user/stream-key',
}
