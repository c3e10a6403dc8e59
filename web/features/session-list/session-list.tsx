import type { ReactNode } from 'react'

import { accountMessages } from '#contract/accounts/messages.ts'
import { getSessions, revokeOtherSessions, revokeSession } from '#contract/accounts/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { When } from '#web/features/time/when.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { sessionTexts as texts } from './messages.ts'

/** The devices signed in to this account, each with the page's icon for one, and the way to sign each of them out. */
export function SessionList({ icon }: { icon: ReactNode }) {
  const sessions = useQuery(getSessions, {})
  const revoke = useMutation(revokeSession, { refreshes: [getSessions] })
  const revokeOthers = useMutation(revokeOtherSessions, { refreshes: [getSessions] })
  const tell = (done: string) => ({
    onSuccess: () => toast.success(done),
    onError: ({ message }: { message: string }) => toast.error(message),
  })

  if (!sessions.data) {
    if (!sessions.isError) return <SkeletonList label={texts.loading} count={2} />
    return (
      <ErrorState
        title={texts.failed}
        onRetry={() => void sessions.refetch()}
        isRetrying={sessions.isFetching}
      >
        {sessions.error.message}
      </ErrorState>
    )
  }

  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {sessions.data.map(({ _id, device, lastSeenAt, isCurrent }) => (
          <li key={_id} className="flex items-center gap-4 p-4">
            <span aria-hidden="true" className="shrink-0 text-ink-faint [&>svg]:size-5">
              {icon}
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-44">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {device}
                  {isCurrent && <Badge tone="good">{texts.thisDevice}</Badge>}
                </p>
                <p className="text-sm text-ink-faint">
                  <RichText text={texts.lastSeen} slots={{ moment: <When moment={lastSeenAt} /> }} />
                </p>
              </div>
              {!isCurrent && (
                <Button
                  size="small"
                  isLoading={revoke.isPending && revoke.variables.input.sessionId === _id}
                  onClick={() =>
                    revoke.mutate({ input: { sessionId: _id } }, tell(accountMessages.sessionEnded))
                  }
                >
                  <RichText text={texts.signOut(device)} />
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {sessions.data.length > 1 && (
        <Button
          className="mt-4"
          isLoading={revokeOthers.isPending}
          onClick={() => revokeOthers.mutate({ input: {} }, tell(accountMessages.otherSessionsEnded))}
        >
          {texts.signOutOthers}
        </Button>
      )}
    </>
  )
}
