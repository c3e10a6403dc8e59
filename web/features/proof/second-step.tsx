import { proofFailures } from '#contract/accounts/proof/failures.ts'
import { finishSignIn } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { useMutation } from '#web/api/queries.ts'
import { type ProofAnswer, ProofForm } from './proof-form.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { CONTACT_PATH } from '#web/features/site/site-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { toast } from '#web/ui/toast.tsx'

import { EntryHeading } from '#web/features/sign-in/entry-parts.tsx'
import { secondStepTexts as texts } from './second-step-messages.ts'
import { signIn } from '#web/features/sign-in/sign-in.ts'
import type { BegunSignIn } from '#web/features/sign-in/use-google.ts'

/** The second step of signing in. A passkey's challenge is good for all five tries. */
export function SecondStep({ begun, onEnd }: { begun: BegunSignIn; onEnd: () => void }) {
  const finish = useMutation(finishSignIn)
  const { challenge, second } = begun

  function send({ code, assertion }: ProofAnswer) {
    finish.mutate(
      { input: { challenge, code, assertion } },
      {
        onSuccess({ token }) {
          toast.success(accountMessages.loginSuccessful)
          signIn(token)
        },
        onError(refusal) {
          if (refusal.code !== proofFailures.challenge_over.code) return
          toast.error(refusal.message)
          onEnd()
        },
      },
    )
  }

  return (
    <>
      <EntryHeading title={texts.title} subtitle={texts.subtitle} />
      <ProofForm
        second={second}
        isPending={finish.isPending || finish.isSuccess}
        refusal={finish.error}
        onAnswer={send}
      />
      <p className="mt-8 border-t border-line pt-6 text-sm text-ink-soft">
        <RichText
          text={texts.lost}
          slots={{
            contact: <Link to={CONTACT_PATH} className="font-semibold text-brand hover:underline" />,
          }}
        />
      </p>
      <Button variant="quiet" className="mt-4 -ms-4" onClick={onEnd}>
        {texts.startAgain}
      </Button>
    </>
  )
}
