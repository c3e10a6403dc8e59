import { beginPasskeySignIn, signInWithPasskey } from '#contract/accounts/calls.ts'
import { call, CallError } from '#web/api/call.ts'
import { askPasskey, PasskeyError } from './passkey.ts'

/** Asks for a passkey and signs in with it; or says, as a sentence, why not. */
export async function enterWithPasskey(): Promise<
  { token: string; problem: null } | { token: null; problem: string }
> {
  try {
    const request = await call(beginPasskeySignIn, {})
    const assertion = await askPasskey(request)
    const { token } = await call(signInWithPasskey, { challenge: request.challenge, assertion })
    return { token, problem: null }
  } catch (error) {
    if (error instanceof CallError || error instanceof PasskeyError)
      return { token: null, problem: error.message }
    throw error
  }
}
