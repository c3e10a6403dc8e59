import { useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { getBadges } from '#contract/notifications/calls.ts'
import { getOwnPass, givePass, takePassBack } from '#contract/staff/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { useRefreshOn } from '#web/api/realtime.ts'
import { supportPassTexts as texts } from '#web/features/support-pass/messages.ts'
import { clockTime } from '#web/features/time/clock-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

const CHANGED = [getOwnPass, getBadges]
const OWN = [getOwnPass]

/** A code for support, and who sees the account with it. */
export function SupportPass() {
  const own = useQuery(getOwnPass, {})
  useRefreshOn('notification', OWN)
  const give = useMutation(givePass, { refreshes: CHANGED })
  const takeBack = useMutation(takePassBack, { refreshes: CHANGED })
  const [made, setMade] = useState<OutputOf<typeof givePass> | null>(null)
  if (!own.data) {
    if (!own.error) return <SkeletonList label={texts.loading} count={1} />
    return (
      <ErrorState title={texts.failed} onRetry={() => void own.refetch()} isRetrying={own.isFetching}>
        {own.error.message}
      </ErrorState>
    )
  }

  const { pass } = own.data
  const tellError = ({ message }: { message: string }) => toast.error(message)
  function make() {
    give.mutate({ input: {} }, { onSuccess: setMade, onError: tellError })
  }
  function end() {
    const onSuccess = () => {
      setMade(null)
      toast.success(texts.takenBack)
    }
    takeBack.mutate({ input: {} }, { onSuccess, onError: tellError })
  }

  return (
    <>
      {pass && (
        <div className="mb-5 rounded-card border border-line bg-paper-raised p-5" aria-live="polite">
          <Standing pass={pass} made={made} />
        </div>
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button isLoading={give.isPending} onClick={make}>
          {pass ? texts.makeAnother : texts.make}
        </Button>
        {pass && (
          <Button variant="quiet" isLoading={takeBack.isPending} onClick={end}>
            {texts.takeBack}
          </Button>
        )}
      </div>
    </>
  )
}

function Standing({
  pass: { expiresAt, used },
  made,
}: {
  pass: NonNullable<OutputOf<typeof getOwnPass>['pass']>
  made: OutputOf<typeof givePass> | null
}) {
  const until = clockTime(expiresAt)
  if (used) return <p className="font-medium wrap-break-word">{texts.used(used.by, until)}</p>
  // Only the page that made it knows the code.
  if (made?.expiresAt !== expiresAt) return <p>{texts.waiting(until)}</p>
  return (
    <>
      <p className="text-sm text-ink-faint">{texts.code}</p>
      <p className="mt-1 font-mono text-2xl font-semibold tracking-wider" dir="ltr">
        {made.code.slice(0, 4)} {made.code.slice(4)}
      </p>
      <p className="mt-2 text-ink-soft">{texts.tell(until)}</p>
    </>
  )
}
