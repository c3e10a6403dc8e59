import { useEffect, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { creatorDetails } from '#contract/creators/calls.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { createDraft, getDraft } from '#contract/posts/calls.ts'
import { call, CallError } from '#web/api/call.ts'
import { useQuery } from '#web/api/queries.ts'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { START_PATH } from '#web/features/sign-in/own-path.ts'
import { useParams } from '#web/routing/match-path.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Redirect } from '#web/routing/redirect.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import type { Draft } from './draft/draft-fields.ts'
import { writeTexts as texts } from './messages.ts'
import { WritingPage } from './writing-page.tsx'

/** The address under which a new draft begins. */
const NEW = 'new'

/** A page of its own for writing a post; only for the owner. */
export function WriteScreen() {
  const { pageHandle = '', draft: draftId = NEW } = useParams()
  const user = useQuery(getLoggedInUser, {}).data?.user
  const isOwn = user?.pageHandle?.toLowerCase() === pageHandle.toLowerCase()
  if (user && !isOwn) return <Redirect to={START_PATH} />
  if (!user) return <AwaitingUser />
  return <Opening key={draftId} pageHandle={pageHandle} draftId={draftId} />
}

function Opening({ pageHandle, draftId }: { pageHandle: string; draftId: string }) {
  const { draft, error, retry } = useOpenedDraft(draftId)
  const creator = useQuery(creatorDetails, { pageHandle })
  const plans = useQuery(getCreatorPlans, { pageHandle })
  const isNew = draftId === NEW
  const openedId = draft?._id

  useEffect(() => {
    if (isNew && openedId !== undefined) navigate(`/${pageHandle}/write/${openedId}`, { replace: true })
  }, [isNew, openedId, pageHandle])

  const problem = error ?? creator.error ?? plans.error
  if (problem)
    return (
      <main id="main" tabIndex={-1} className="mx-auto max-w-reading px-4 py-16">
        <h1 className="sr-only">{texts.untitled}</h1>
        <ErrorState
          title={texts.failed}
          onRetry={() => {
            retry()
            void creator.refetch()
            void plans.refetch()
          }}
        >
          {problem.message}
        </ErrorState>
      </main>
    )
  if (isNew || !draft || !creator.data || !plans.data) return <FullPageSpinner />
  return <WritingPage draft={draft} creator={creator.data} plans={plans.data} />
}

/** The draft as it is now, never as it was when this page was last open; `new` begins one. */
function useOpenedDraft(draftId: string) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  // Repeated, it is the same draft.
  const [clientKey] = useState(() => crypto.randomUUID())

  useEffect(() => {
    let isGone = false
    async function open() {
      try {
        const opened = draftId === NEW ? call(createDraft, { clientKey }) : call(getDraft, { id: draftId })
        const answer = await opened
        if (!isGone) setDraft(answer)
      } catch (failure) {
        if (!isGone && failure instanceof CallError) setError(failure)
      }
    }
    if (error === null) void open()
    return () => {
      isGone = true
    }
  }, [draftId, clientKey, error])

  return {
    draft,
    error,
    retry: () => setError(null),
  }
}
