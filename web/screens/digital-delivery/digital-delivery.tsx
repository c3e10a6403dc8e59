import { SUPPORT_HOURS } from '#contract/site/contact-messages.ts'
import { LegalPage, type LegalSection } from '#web/features/site/legal-page.tsx'
import { OperatorDetails, OperatorEmail } from '#web/features/site/operator-details.tsx'
import { REFUND_PATH } from '#web/features/site/site-pages.ts'
import { Link } from '#web/ui/link.tsx'

const SECTIONS: readonly LegalSection[] = [
  { id: 'what', title: 'What is delivered', body: <What /> },
  { id: 'when', title: 'When', body: <When /> },
  { id: 'how', title: 'How you get to it', body: <How /> },
  { id: 'how-long', title: 'For how long', body: <HowLong /> },
  { id: 'trouble', title: 'If something does not open', body: <Trouble /> },
]

export function DigitalDeliveryScreen() {
  return (
    <LegalPage
      title="Digital Delivery"
      intro={<p>Everything you pay for on Cheers is delivered online. Nothing is shipped.</p>}
      sections={SECTIONS}
    />
  )
}

function What() {
  return (
    <>
      <p>
        A membership is access: to the posts that a creator has published for your plan and for the cheaper
        ones, those already there and those that appear while you are a member.
      </p>
      <p>
        Cheers sends no parcels and charges no delivery fees. If a creator offers something besides what is on
        their page, such as a meeting or an object, its delivery is between you and the creator.
      </p>
    </>
  )
}

function When() {
  return (
    <p>
      As soon as your payment is confirmed, usually within seconds. If the confirmation from the payment
      provider is late, we ask for it ourselves, every 15 minutes until it arrives. An email with your receipt
      follows.
    </p>
  )
}

function How() {
  return (
    <p>
      Log in with the account you paid with, in any current browser, and open the creator’s page. Your
      memberships are listed under Subscriptions. There is nothing to install.
    </p>
  )
}

function HowLong() {
  return (
    <p>
      Until the end of the month or year you have paid for, and longer with each renewal. After that, posts
      for members are closed again; free posts stay free. A creator may change or remove individual posts.
    </p>
  )
}

function Trouble() {
  return (
    <>
      <p>
        Reload the page and check that you are logged in with the right account. If it is still closed, write
        to <OperatorEmail subject="A membership does not open" /> with your receipt number, or call us{' '}
        {SUPPORT_HOURS}. If it cannot be fixed, the <Link to={REFUND_PATH}>Refund Policy</Link> applies.
      </p>
      <OperatorDetails />
    </>
  )
}
