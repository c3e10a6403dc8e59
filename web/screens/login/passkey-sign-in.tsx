import { Key } from 'lucide-react'
import { useState } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { useIsHydrated } from '#web/features/form/use-is-hydrated.ts'
import { signIn } from '#web/features/sign-in/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { loginTexts as texts } from './messages.ts'

/** Signs in with a passkey alone: no address, no password. */
export function PasskeySignIn() {
  const [isWaiting, setIsWaiting] = useState(false)
  const isHydrated = useIsHydrated()

  async function enter() {
    setIsWaiting(true)
    const { enterWithPasskey } = await import('#web/features/proof/passkey-entry.ts')
    const answer = await enterWithPasskey()
    setIsWaiting(false)
    if (answer.problem !== null) return toast.error(answer.problem)
    toast.success(accountMessages.loginSuccessful)
    signIn(answer.token)
  }

  return (
    <Button
      size="large"
      isFullWidth
      icon={<Key />}
      isLoading={isWaiting}
      disabled={!isHydrated}
      className="disabled:border-line-strong/55! disabled:bg-paper-raised! disabled:text-ink!"
      onClick={() => void enter()}
    >
      {texts.passkey}
    </Button>
  )
}
