import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'

import { getPlayback } from '#contract/media/calls.ts'
import type { MediumKind } from '#contract/media/rules.ts'
import { useQuery } from '#web/api/queries.ts'
import { refreshMatching } from '#web/api/refresh.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

import { AddressesContext } from './addresses.ts'
import { mediaTexts } from './messages.ts'

const ASK_EVERY_MS = 4000

/** Media that can't be played yet; polls until it can, and then has the posts refetched. */
export function Preparing({ kind, mediaId }: { kind: MediumKind; mediaId: string }) {
  const client = useQueryClient()
  const { areViewers } = use(AddressesContext)
  const { data } = useQuery(getPlayback, { mediaId }, { refetchEveryMs: ASK_EVERY_MS, isEnabled: areViewers })
  const isDone = data !== undefined && (data.state === 'failed' || data.state === 'ready')

  useEffect(() => {
    // For every list that shows it: posts carry their media.
    if (isDone) void refreshMatching(client, ({ queryKey }) => queryKey[2] !== getPlayback.path)
  }, [isDone, client])

  return (
    <div className="mt-4 rounded-control bg-wash p-4">
      <p className="text-base font-medium">{mediaTexts.preparing[kind]}</p>
      <ProgressBar className="mt-3" label={mediaTexts.preparing[kind]} percent={data?.progress ?? null} />
      <p className="mt-2 text-sm text-ink-faint">{mediaTexts.preparingHelp}</p>
    </div>
  )
}
