import { useEffect, useState } from 'react'

import type { Message } from '#contract/channels/message.ts'
import { searchMessages } from '#contract/channels/calls.ts'
import { SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH } from '#contract/channels/rules.ts'
import { useQuery } from '#web/api/use-query.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { FoundMessages } from './found-messages.tsx'
import { communityTexts } from './messages.ts'

const texts = communityTexts.search
const SETTLED_AFTER_MS = 250

/** A search over one room's messages. */
export function RoomSearch({ roomId, onOpen }: { roomId: string; onOpen: (message: Message) => void }) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const isLongEnough = q.length >= SEARCH_MIN_LENGTH
  const found = useQuery(searchMessages, { channelId: roomId, q }, { isEnabled: isLongEnough })

  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <>
      <TextField
        label={texts.field}
        type="search"
        autoComplete="off"
        data-autofocus
        maxLength={SEARCH_MAX_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-4" aria-live="polite">
        {!isLongEnough ? (
          <p className="text-sm text-ink-faint">{texts.start}</p>
        ) : found.error ? (
          <ErrorState title={texts.failed} onRetry={() => void found.refetch()} isRetrying={found.isFetching}>
            {found.error.message}
          </ErrorState>
        ) : !found.data ? (
          <SkeletonList label={texts.loading} />
        ) : found.data.length === 0 ? (
          <p className="text-base text-ink-soft">{texts.none}</p>
        ) : (
          <FoundMessages messages={found.data} onOpen={onOpen} />
        )}
      </div>
    </>
  )
}
