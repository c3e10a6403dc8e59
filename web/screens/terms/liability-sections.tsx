import { DELETION_UNDO_DAYS, GOVERNING_LAW } from '#contract/site/policy.ts'
import type { LegalSection } from '#web/features/site/legal-page.tsx'
import { OperatorDetails, OperatorEmail } from '#web/features/site/operator-details.tsx'
import { usePageConfig } from '#web/page-data.tsx'

export const LIABILITY_SECTIONS: readonly LegalSection[] = [
  { id: 'termination', title: 'Termination', body: <Termination /> },
  { id: 'liability', title: 'Limitation of liability', body: <Liability /> },
  { id: 'modifications', title: 'Modifications', body: <Modifications /> },
  { id: 'law', title: 'Governing law', body: <Law /> },
]

function Termination() {
  return (
    <>
      <p>
        You may delete your account at any time, in its settings or by writing to <OperatorEmail /> from the
        address of your account. Your running memberships are cancelled first. For {DELETION_UNDO_DAYS} days
        you can change your mind; then your account, your page and your posts are erased. Payment records are
        kept, as the law requires, without your name.
      </p>
      <p>
        We may suspend or terminate accounts for violations of these terms. Unless harm or the law leaves no
        time, we write to you first, say what is wrong, and hear your side. You can object by replying to that
        email.
      </p>
      <p>
        When a creator’s page closes, its members are not charged again, and get back what they paid for the
        time since, out of the creator’s balance first. Earnings that are not in dispute are paid out, even if
        they are below the minimum for payouts.
      </p>
    </>
  )
}

function Liability() {
  return (
    <>
      <p>
        We work to keep Cheers running and your content safe, but we provide it as it is: we cannot promise
        that it is never interrupted, and we are not responsible for what creators and supporters publish or
        promise.
      </p>
      <p>
        As far as the law allows, we are not liable for indirect losses such as lost profit or lost data, and
        in total for no more than what you paid through Cheers, or what we kept as fees from your page, in the
        twelve months before the loss. Nothing here limits liability that cannot be limited by law, such as
        for fraud, or for harm done on purpose or through gross negligence, nor your rights as a consumer.
      </p>
    </>
  )
}

function Modifications() {
  return (
    <p>
      We may change these terms when the product or the law changes. If a change matters to you, we tell you
      by email or in the product before it applies, with at least 14 days to read it. If you keep using Cheers
      after that, the new terms apply; if you do not agree, you can cancel and leave before. A change never
      alters what you have already paid for.
    </p>
  )
}

function Law() {
  const { operator } = usePageConfig()
  return (
    <>
      <p>
        These terms are governed by the law of {GOVERNING_LAW}, and its courts have jurisdiction. If you use
        Cheers as a consumer elsewhere, you keep the protection that the law of your country does not let you
        give up.
      </p>
      <p>
        Please write to us before going to court; most things can be settled by email. Complaints go to{' '}
        {operator.grievanceOfficer}, at:
      </p>
      <OperatorDetails />
    </>
  )
}
