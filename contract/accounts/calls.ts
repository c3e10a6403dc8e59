import type { CallOf } from '../http/route.ts'
import type * as adultRoutes from './adult-routes.ts'
import type * as blockRoutes from './block-routes.ts'
import type * as deletionRoutes from './deletion-routes.ts'
import type * as emailRoutes from './email-routes.ts'
import type * as factorRoutes from './factor-routes.ts'
import type * as proofRoutes from './proof-routes.ts'
import type * as routes from './routes.ts'
import type * as securityRoutes from './security-routes.ts'

export const login: CallOf<typeof routes.login> = { method: 'POST', path: '/auth/login' }
export const googleAuth: CallOf<typeof routes.googleAuth> = { method: 'POST', path: '/auth/google_auth' }
export const register: CallOf<typeof routes.register> = { method: 'POST', path: '/auth/register' }
export const sendActivationEmail: CallOf<typeof routes.sendActivationEmail> = {
  method: 'POST',
  path: '/auth/sendActivationEmail',
}
export const getLoggedInUser: CallOf<typeof routes.getLoggedInUser> = {
  method: 'GET',
  path: '/auth/getLoggedInUser',
}
export const verify: CallOf<typeof routes.verify> = { method: 'GET', path: '/auth/verify/:token' }
export const verifyCode: CallOf<typeof routes.verifyCode> = { method: 'POST', path: '/auth/verify-code' }
export const logout: CallOf<typeof routes.logout> = { method: 'POST', path: '/auth/logout' }
export const forgotPassword: CallOf<typeof routes.forgotPassword> = { method: 'POST', path: '/auth/forgot' }
export const resetPassword: CallOf<typeof routes.resetPassword> = { method: 'POST', path: '/auth/reset' }
export const updateUser: CallOf<typeof routes.updateUser> = { method: 'PUT', path: '/user/update' }
export const setAdultPages: CallOf<typeof adultRoutes.setAdultPages> = {
  method: 'PUT',
  path: '/user/adult-pages',
}
export const getBlockedUsers: CallOf<typeof blockRoutes.getBlockedUsers> = {
  method: 'GET',
  path: '/user/blocks',
}
export const blockUser: CallOf<typeof blockRoutes.blockUser> = { method: 'POST', path: '/user/blocks' }
export const unblockUser: CallOf<typeof blockRoutes.unblockUser> = {
  method: 'DELETE',
  path: '/user/blocks/:userId',
}
export const sendDeletionCode: CallOf<typeof deletionRoutes.sendDeletionCode> = {
  method: 'POST',
  path: '/user/deletion/code',
}
export const requestDeletion: CallOf<typeof deletionRoutes.requestDeletion> = {
  method: 'POST',
  path: '/user/deletion',
}
export const cancelDeletion: CallOf<typeof deletionRoutes.cancelDeletion> = {
  method: 'DELETE',
  path: '/user/deletion',
}
export const changeEmail: CallOf<typeof emailRoutes.changeEmail> = { method: 'POST', path: '/user/email' }
export const cancelEmailChange: CallOf<typeof emailRoutes.cancelEmailChange> = {
  method: 'DELETE',
  path: '/user/email',
}
export const confirmEmail: CallOf<typeof emailRoutes.confirmEmail> = {
  method: 'POST',
  path: '/auth/confirm-email',
}
export const undoEmail: CallOf<typeof emailRoutes.undoEmail> = { method: 'POST', path: '/auth/undo-email' }
export const disown: CallOf<typeof emailRoutes.disown> = { method: 'POST', path: '/auth/not-me' }
export const keepFactors: CallOf<typeof emailRoutes.keepFactors> = {
  method: 'POST',
  path: '/auth/keep-factors',
}
export const getSecurity: CallOf<typeof factorRoutes.getSecurity> = { method: 'GET', path: '/user/security' }
export const beginApp: CallOf<typeof factorRoutes.beginApp> = {
  method: 'POST',
  path: '/user/factors/app/begin',
}
export const addApp: CallOf<typeof factorRoutes.addApp> = { method: 'POST', path: '/user/factors/app' }
export const beginPasskey: CallOf<typeof factorRoutes.beginPasskey> = {
  method: 'POST',
  path: '/user/factors/passkey/begin',
}
export const addPasskey: CallOf<typeof factorRoutes.addPasskey> = {
  method: 'POST',
  path: '/user/factors/passkey',
}
export const renameFactor: CallOf<typeof factorRoutes.renameFactor> = {
  method: 'PUT',
  path: '/user/factors/:factorId',
}
export const removeFactor: CallOf<typeof factorRoutes.removeFactor> = {
  method: 'DELETE',
  path: '/user/factors/:factorId',
}
export const makeRecoveryCodes: CallOf<typeof factorRoutes.makeRecoveryCodes> = {
  method: 'POST',
  path: '/user/recovery-codes',
}
export const finishSignIn: CallOf<typeof proofRoutes.finishSignIn> = { method: 'POST', path: '/auth/second' }
export const beginPasskeySignIn: CallOf<typeof proofRoutes.beginPasskeySignIn> = {
  method: 'POST',
  path: '/auth/passkey/challenge',
}
export const signInWithPasskey: CallOf<typeof proofRoutes.signInWithPasskey> = {
  method: 'POST',
  path: '/auth/passkey',
}
export const beginProof: CallOf<typeof proofRoutes.beginProof> = { method: 'POST', path: '/auth/prove/begin' }
export const sendProofCode: CallOf<typeof proofRoutes.sendProofCode> = {
  method: 'POST',
  path: '/auth/prove/code',
}
export const prove: CallOf<typeof proofRoutes.prove> = { method: 'POST', path: '/auth/prove' }
export const changePassword: CallOf<typeof securityRoutes.changePassword> = {
  method: 'PUT',
  path: '/user/password',
}
export const sendPasswordCode: CallOf<typeof securityRoutes.sendPasswordCode> = {
  method: 'POST',
  path: '/user/password/code',
}
export const getSessions: CallOf<typeof securityRoutes.getSessions> = {
  method: 'GET',
  path: '/user/sessions',
}
export const revokeSession: CallOf<typeof securityRoutes.revokeSession> = {
  method: 'DELETE',
  path: '/user/sessions/:sessionId',
}
export const revokeOtherSessions: CallOf<typeof securityRoutes.revokeOtherSessions> = {
  method: 'DELETE',
  path: '/user/sessions',
}
