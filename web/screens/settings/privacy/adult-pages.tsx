import { useState } from 'react'

import { getLoggedInUser, setAdultPages } from '#contract/accounts/calls.ts'
import { getCreators } from '#contract/creators/calls.ts'
import { getPosts } from '#contract/posts/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { settingsTexts } from '../messages.ts'
import type { User } from '../user.ts'

const texts = settingsTexts.adult

/** Whether Explore and search show pages with adult content; saved as it is switched. */
export function AdultPages({ user }: { user: User }) {
  const save = useMutation(setAdultPages, { refreshes: [getLoggedInUser, getCreators, getPosts] })
  const [switched, setSwitched] = useState<boolean | null>(null)

  async function choose(seesAdultPages: boolean) {
    setSwitched(seesAdultPages)
    try {
      // Resolves once the setting is refetched, so the switch doesn't jump in between.
      await save.mutateAsync({ input: { seesAdultPages } })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : texts.notSaved)
    }
    // Switched again in the meantime: the later change clears it.
    setSwitched((now) => (now === seesAdultPages ? null : now))
  }

  return (
    <Toggle
      label={texts.label}
      help={texts.help}
      checked={switched ?? user.seesAdultPages}
      onChange={(event) => void choose(event.target.checked)}
    />
  )
}
