import { accountMessages as messages } from '#contract/accounts/messages.ts'
import { accountFailures } from '#contract/accounts/failures.ts'
import type { OutputOf } from '#contract/http/route.ts'
import * as contract from '#contract/accounts/routes.ts'
import {
  type Circumstances,
  implement,
  type Implementation,
  implementForMember,
  implementInPhasesForAnyone,
  type Viewer,
} from '#server/platform/http/implement.ts'
import type { InTransaction } from '#server/platform/db/transaction.ts'
import { Failure } from '#server/platform/failure.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { openActivationCode } from './activation-codes.ts'
import { findOrCreateAccount, proveIdentity, SIGN_IN_COOKIE, SIGN_IN_COOKIE_PATH } from './google.ts'
import { loginLimits, mailLimits, registrationLimits, resetLimits, signInLimits } from './limits.ts'
import { guessPassword, trySignUpPassword } from './password-proof.ts'
import { enter } from './proof/second-step.ts'
import { findOidcSignIn, takeOidcSignIn, type UserRow } from './queries.ts'
import * as service from './service.ts'
import { endSession } from './sessions.ts'
import { forgetSignUp, hasSignedUpHere, rememberSignUp } from './sign-up-cookie.ts'

export const accountImplementations: Implementation[] = [
  implementInPhasesForAnyone(
    contract.login,
    async (inTransaction, call) => {
      const user = await service.authenticate(inTransaction, call, call.input)
      if (!user) return { msg: messages.activationNeeded, showActivateOption: true }
      return inTransaction((db) => enter(db, user.id, call, 'password'))
    },
    { limits: loginLimits },
  ),

  implementInPhasesForAnyone(
    contract.googleAuth,
    async (inTransaction, call) => {
      const signInHash = hashSecret(call.cookies[SIGN_IN_COOKIE] ?? '')
      const begun = await inTransaction((db) => findOidcSignIn(db, signInHash, call.now))
      if (!begun) throw new Failure(accountFailures.identity_unproven)
      const { idToken, password, ...hints } = call.input
      const identity = await proveIdentity(call.platform.oidc, { idToken, nonce: begun.nonce, hints })
      const proof =
        password === undefined
          ? null
          : await guessPassword(inTransaction, call, { email: identity.verifiedEmail, password })
      return inTransaction(async (db) => {
        const user = await findOrCreateAccount(db, identity, { password: proof, now: call.now })
        // Taken last: a sign-in that still has to ask for a password may come again, a finished one may not.
        if (!(await takeOidcSignIn(db, signInHash, call.now)))
          throw new Failure(accountFailures.identity_unproven)
        call.clearCookie(SIGN_IN_COOKIE, { path: SIGN_IN_COOKIE_PATH })
        return enter(db, user.id, call, 'google')
      })
    },
    { limits: signInLimits },
  ),

  implementInPhasesForAnyone(
    contract.register,
    async (inTransaction, call) => {
      const { password, name, username, email, ageConfirmed, next = null } = call.input
      // Hashed before the transaction: no row lock may be held while waiting in the queue for a hash.
      const passwordHash = await service.acceptPassword(password)
      const proof = await trySignUpPassword(inTransaction, email, password)
      const signedUp = await inTransaction(async (db) => {
        const made = await service.register(db, {
          proof,
          name,
          username,
          email,
          passwordHash,
          isAgeConfirmed: ageConfirmed === true,
          next,
          isOwnSignUp: (signUp) => hasSignedUpHere(call, signUp),
          now: call.now,
        })
        await openActivationCode(db, call, made)
        return made
      })
      rememberSignUp(call, signedUp)
      return { msg: messages.registered }
    },
    { limits: registrationLimits },
  ),

  implementInPhasesForAnyone(
    contract.sendActivationEmail,
    async (inTransaction, call) => {
      const user = await service.authenticate(inTransaction, call, call.input)
      const { email, next = null } = call.input
      await inTransaction((db) =>
        service.resendActivation(db, { email, isSignUp: user === null, next, now: call.now }),
      )
      return { msg: messages.activationEmailSent }
    },
    { limits: mailLimits },
  ),

  implementForMember(contract.getLoggedInUser, async (db, { viewer }) => ({
    user: await service.presentUser(db, await service.getUser(db, viewer.id)),
  })),

  implementInPhasesForAnyone(contract.verify, async (inTransaction, call) => {
    const user = await inTransaction((db) => service.activate(db, call.input.token, call.now))
    return enterHere(inTransaction, call, user)
  }),

  implementInPhasesForAnyone(
    contract.verifyCode,
    async (inTransaction, call) =>
      enterHere(inTransaction, call, await service.activateWithCode(inTransaction, call, call.input.code)),
    { limits: signInLimits },
  ),

  implementForMember(contract.logout, async (db, call) => {
    await endSession(db, call.viewer.sessionId, call)
    return { msg: messages.logoutSuccessful }
  }),

  implement(
    contract.forgotPassword,
    async (db, call) => {
      await service.requestPasswordReset(db, call, call.input.email)
      return { msg: messages.resetMailSent }
    },
    { limits: resetLimits },
  ),

  implementInPhasesForAnyone(
    contract.resetPassword,
    async (inTransaction, call) => {
      const { token, password } = call.input
      const passwordHash = await service.acceptPassword(password)
      await inTransaction((db) => service.resetPassword(db, call, { token, passwordHash }))
      return { msg: messages.passwordChanged }
    },
    { limits: signInLimits },
  ),
]

/**
 * Logs an activated account in, in the browser that signed up. A link alone logs nobody in: mail scanners open it, and so
 * does whoever it was forwarded to.
 */
async function enterHere(
  inTransaction: InTransaction,
  call: Circumstances & { viewer: Viewer | null },
  user: UserRow,
): Promise<OutputOf<typeof contract.verify>> {
  const activated = { msg: messages.activated, email: user.email }
  if (call.viewer || user.status !== 'active' || !hasSignedUpHere(call, user)) return activated
  const { token } = await inTransaction((db) => enter(db, user.id, call, 'password'))
  forgetSignUp(call)
  return { ...activated, ...(token !== undefined && { token }) }
}
