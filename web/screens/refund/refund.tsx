import { HARDLY_USED_BELOW_PERCENT } from '#contract/payments/refund-rules.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import { LegalPage, type LegalSection } from '#web/features/site/legal-page.tsx'
import { OperatorDetails, OperatorEmail } from '#web/features/site/operator-details.tsx'
import { CONTACT_PATH } from '#web/features/site/site-pages.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { Link } from '#web/ui/link.tsx'

const SECTIONS: readonly LegalSection[] = [
  { id: 'window', title: `The ${REFUND_WINDOW_DAYS} days`, body: <Window /> },
  { id: 'conditions', title: 'When a refund is given', body: <Conditions /> },
  { id: 'asking', title: 'How to ask', body: <Asking /> },
  { id: 'after', title: 'What happens then', body: <After /> },
  { id: 'cancelling', title: 'Cancelling is different', body: <Cancelling /> },
  { id: 'contact', title: 'Questions', body: <Questions /> },
]

export function RefundScreen() {
  return (
    <LegalPage
      title="Refund Policy"
      intro={<p>You can ask for your money back within {REFUND_WINDOW_DAYS} days of a payment.</p>}
      sections={SECTIONS}
    />
  )
}

function Window() {
  return (
    <p>
      A refund can be requested within {REFUND_WINDOW_DAYS} days of the transaction. This applies to the first
      payment of a membership and for each renewal, monthly or yearly; each has its own {REFUND_WINDOW_DAYS}{' '}
      days, counted from the moment it was charged. Later requests are refused unless the law says otherwise.
    </p>
  )
}

function Conditions() {
  return (
    <>
      <p>A request is granted when:</p>
      <ul>
        <li>it reaches us in time;</li>
        <li>the service has not been fully used;</li>
        <li>the reason is valid and clearly explained.</li>
      </ul>
      <p>
        Normally the service counts as hardly used, and the request is granted without further questions, if
        you opened less than {HARDLY_USED_BELOW_PERCENT}% of the posts that the payment opened for you. A post
        counts as opened if you opened the post itself, played its video or audio for ten seconds, or
        downloaded it; seeing it in a list does not count. In all other cases the creator decides, or we do.
      </p>
      <p>
        Valid reasons are, for example, a payment made by mistake or twice, content that is not what the plan
        described, or access that did not work and could not be fixed. A payment that you did not make is
        always looked into, whenever you notice it.
      </p>
    </>
  )
}

function Asking() {
  return (
    <>
      <p>
        Open <Link to="/settings?tab=billing">Billing history</Link> in your settings, choose “Ask for a
        refund” next to the payment, and say why. You can also write to{' '}
        <OperatorEmail subject="Refund request" /> from the address of your account, and tell us:
      </p>
      <ul>
        <li>the receipt number, which is in the email you got when you joined;</li>
        <li>the name of the creator and of the plan;</li>
        <li>why you are asking.</li>
      </ul>
    </>
  )
}

function After() {
  return (
    <>
      <p>
        We tell you the decision by email, with the reason if it was refused. A refund is made in full or,
        where that is fair, in part, in the currency you paid in, to the card or account you paid with. How
        long it takes to appear there is up to your bank, usually a few business days; its conversion charges
        are not ours to return.
      </p>
      <p>
        Until the money has left, nothing changes: you keep your membership and your access. With a full
        refund they end then; if it was the difference paid for a more expensive plan, you return to the
        previous plan for the time you have paid for. The amount is taken from the creator’s balance, and we
        return our fee for it.
      </p>
    </>
  )
}

function Cancelling() {
  return (
    <p>
      Cancelling stops the next payment; a refund returns the last one. When you cancel, you keep what you
      paid for until the end of the period, and nothing is refunded for the days that are left. To do both,
      cancel the membership and ask for the refund.
    </p>
  )
}

function Questions() {
  const { operator } = usePageConfig()
  return (
    <>
      <p>
        Please write to us before you dispute a payment with your bank: it is quicker, and a dispute locks the
        payment until the bank has decided. If you are not satisfied with an answer,{' '}
        {operator.grievanceOfficer} looks at it again. More ways to reach us are on the{' '}
        <Link to={CONTACT_PATH}>Contact</Link> page.
      </p>
      <OperatorDetails />
    </>
  )
}
