import { useState } from 'react'

import { getMemberBadge, setMemberBadge } from '#contract/channels/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { settingsTexts } from '../messages.ts'

const texts = settingsTexts.badge

/** Whether others see beside the viewer's comments which plan they support the page with; saved as it is switched. */
export function MemberBadge() {
  const badge = useQuery(getMemberBadge, {})
  const save = useMutation(setMemberBadge, { refreshes: [getMemberBadge] })
  const [switched, setSwitched] = useState<boolean | null>(null)

  async function choose(isShown: boolean) {
    setSwitched(isShown)
    try {
      // Resolves once the setting is refetched, so the switch doesn't jump in between.
      await save.mutateAsync({ input: { isHidden: !isShown } })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : texts.notSaved)
    }
    setSwitched((now) => (now === isShown ? null : now))
  }

  if (badge.isError && !badge.data) return <ErrorLine>{badge.error.message}</ErrorLine>
  return (
    <Toggle
      label={texts.label}
      help={texts.help}
      disabled={!badge.data}
      checked={switched ?? badge.data?.isHidden === false}
      onChange={(event) => void choose(event.target.checked)}
    />
  )
}
