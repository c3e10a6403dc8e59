import { useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { accountFailures } from '#contract/accounts/failures.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { googleAuth } from '#contract/accounts/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'

import { askGoogle, type GoogleIdentity, GoogleSignInError } from './google-popup.ts'
import { signIn } from './sign-in.ts'

export interface Google {
  /** The window is open, or the server is checking. */
  isWaiting: boolean
  /** Google has confirmed the user, but this email's account needs its password once. */
  asksPassword: boolean
  /** The error about that password. */
  passwordError: string | null
  start: () => Promise<void>
  link: (password: string) => Promise<void>
  giveUp: () => void
}

/** A sign-in whose second step is still to come. */
export interface BegunSignIn {
  challenge: string
  second: NonNullable<OutputOf<typeof googleAuth>['second']>
}

/** Signing in and up with Google: the same for both screens. */
export function useGoogle(onSecondStep: (begun: BegunSignIn) => void): Google {
  const authenticate = useMutation(googleAuth)
  const [isWaiting, setIsWaiting] = useState(false)
  const [unlinked, setUnlinked] = useState<GoogleIdentity | null>(null)
  const [passwordError, setPasswordError] = useState<string | null>(null)

  async function enter(identity: GoogleIdentity, password?: string): Promise<void> {
    try {
      const { token, challenge, second } = await authenticate.mutateAsync({
        input: { ...identity, ...(password !== undefined && { password }) },
      })
      if (challenge !== undefined && second) return onSecondStep({ challenge, second })
      if (!token) return toast.info(accountMessages.activationNeeded)
      toast.success(accountMessages.loginSuccessful)
      signIn(token)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === accountFailures.link_password_required.code) setUnlinked(identity)
      else if (password !== undefined && error.code === accountFailures.credentials_wrong.code)
        setPasswordError(error.message)
      else toast.error(error.message)
    }
  }

  return {
    isWaiting: isWaiting || authenticate.isPending,
    asksPassword: unlinked !== null,
    passwordError,

    async start() {
      setIsWaiting(true)
      try {
        const identity = await askGoogle()
        setIsWaiting(false)
        await enter(identity)
      } catch (error) {
        if (!(error instanceof GoogleSignInError)) throw error
        // A newer window has taken over; it is still being waited for.
        if (error.code === 'cancelled-popup-request') return
        setIsWaiting(false)
        toast.error(error.message)
      }
    },

    async link(password) {
      if (!unlinked) return
      if (password === '') return setPasswordError(accountMessages.passwordRequired)
      setPasswordError(null)
      await enter(unlinked, password)
    },

    giveUp() {
      setUnlinked(null)
      setPasswordError(null)
    },
  }
}
