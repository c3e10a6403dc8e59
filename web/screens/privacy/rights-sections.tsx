import { DELETION_UNDO_DAYS, MINIMUM_AGE } from '#contract/site/policy.ts'
import type { LegalSection } from '#web/features/site/legal-page.tsx'
import { OperatorDetails, OperatorEmail } from '#web/features/site/operator-details.tsx'
import { usePageConfig } from '#web/page-data.tsx'

export const RIGHTS_SECTIONS: readonly LegalSection[] = [
  { id: 'rights', title: 'Your rights', body: <Rights /> },
  { id: 'retention', title: 'Retention and security', body: <Retention /> },
  { id: 'third-parties', title: 'Third parties', body: <ThirdParties /> },
  { id: 'contact', title: 'Contact', body: <Contact /> },
]

function Rights() {
  return (
    <>
      <p>You can ask us at any time to:</p>
      <ul>
        <li>tell you what we keep about you, and give you a machine-readable copy;</li>
        <li>correct what is wrong;</li>
        <li>delete your account and what belongs to it;</li>
        <li>stop using your information for a purpose you do not agree with.</li>
      </ul>
      <p>
        Your settings do most of it: correcting, downloading, deleting. For the rest write to{' '}
        <OperatorEmail subject="My information" /> from the address of your account. This costs you nothing.
        If you are not satisfied with our answer, you can turn to the data protection authority where you
        live.
      </p>
      <p>
        Cheers is not for children under {MINIMUM_AGE}. If you learn that one has an account, please tell us,
        and we will delete it.
      </p>
    </>
  )
}

function Retention() {
  return (
    <>
      <p>
        We keep your information as long as you have an account. When you delete it, you have{' '}
        {DELETION_UNDO_DAYS} days to change your mind; then it is erased. Payment records are kept for as long
        as accounting law requires, without your name. Backups are overwritten in turn.
      </p>
      <p>
        Passwords are hashed with argon2id. A session has two halves, kept in different places in your
        browser, and one is worth nothing without the other; we keep only hashes of both. A session ends after
        30 days without a visit. Our servers check who may see content for members before they send it. Should
        a breach put your information at risk, we tell you and the authorities without delay.
      </p>
    </>
  )
}

function ThirdParties() {
  return (
    <>
      <ul>
        <li>
          <strong>Razorpay</strong> takes payments. It learns your name, email address and how you pay, and
          keeps them under its own privacy policy.
        </li>
        <li>
          <strong>Google,</strong> only if you sign in with it. It learns that you use Cheers.
        </li>
        <li>
          <strong>Our hosts</strong> for servers, files and mail work on our instructions.
        </li>
      </ul>
      <p>
        Videos that a creator has linked to may be shown from another site, which then learns your address as
        if you had visited it. Links lead to sites that have rules of their own. Some of these companies are
        in other countries; we choose those that protect information as this policy does.
      </p>
    </>
  )
}

function Contact() {
  const { operator } = usePageConfig()
  return (
    <>
      <p>
        Questions and complaints about privacy go to {operator.grievanceOfficer}. We answer within the time
        the law sets, and say so when we need longer. If this policy changes in a way that matters to you, we
        tell you beforehand.
      </p>
      <OperatorDetails />
    </>
  )
}
