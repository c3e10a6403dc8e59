import { useState } from 'react'

import { creatorDetails, getPageAbout, updateCreator } from '#contract/creators/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Toggle } from '#web/ui/toggle.tsx'

import { settingsTexts } from '../messages.ts'

const texts = settingsTexts.ownPage.counts

/** Whether the page says how many members and posts it has; saved as it is switched. */
export function PageCounts({ pageHandle }: { pageHandle: string }) {
  const about = useQuery(getPageAbout, { pageHandle })
  const save = useMutation(updateCreator, { refreshes: [getPageAbout, creatorDetails] })
  const [switched, setSwitched] = useState<boolean | null>(null)

  async function choose(showsCounts: boolean) {
    setSwitched(showsCounts)
    try {
      // Resolves once the setting is refetched, so the switch doesn't jump in between.
      await save.mutateAsync({ input: { pageHandle, showsCounts } })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : texts.notSaved)
    }
    setSwitched((now) => (now === showsCounts ? null : now))
  }

  if (about.isError && !about.data) return <ErrorLine>{about.error.message}</ErrorLine>
  return (
    <Toggle
      label={texts.label}
      help={texts.help}
      disabled={!about.data}
      checked={switched ?? about.data?.showsCounts === true}
      onChange={(event) => void choose(event.target.checked)}
    />
  )
}
