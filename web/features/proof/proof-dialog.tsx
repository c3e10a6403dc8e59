import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { useEffect } from 'react'

import { beginProof, getLoggedInUser, prove } from '#contract/accounts/calls.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { proofTexts as texts } from './messages.ts'
import { type ProofAnswer, ProofForm } from './proof-form.tsx'

/** Asks the user to prove that it is them. */
export function ProofDialog({ isOpen, onEnd }: { isOpen: boolean; onEnd: (isProved: boolean) => void }) {
  const { mutate: begin, ...begun } = useMutation(beginProof)
  const answer = useMutation(prove)
  const email = useQuery(getLoggedInUser, {}).data?.user.email
  useEffect(() => begin({ input: {} }), [begin])

  function send(input: ProofAnswer) {
    answer.mutate(
      { input },
      {
        onSuccess: () => onEnd(true),
        // The challenge of a passkey is good for five minutes.
        onError: ({ code }) => code === proofFailures.challenge_over.code && begin({ input: {} }),
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onEnd(false)}
      canDismiss={!answer.isPending}
      size="narrow"
      title={texts.title}
      description={texts.intro}
    >
      {begun.data ? (
        <ProofForm
          second={begun.data}
          email={email}
          isPending={answer.isPending || answer.isSuccess}
          refusal={answer.error}
          onAnswer={send}
        />
      ) : begun.isError ? (
        <ErrorState
          title={texts.loadFailed}
          onRetry={() => begin({ input: {} })}
          isRetrying={begun.isPending}
        >
          {begun.error.message}
        </ErrorState>
      ) : (
        <>
          <output className="sr-only">{texts.loading}</output>
          <Skeleton className="h-28" />
        </>
      )}
    </Dialog>
  )
}
