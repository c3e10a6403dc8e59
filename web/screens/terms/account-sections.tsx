import { CREATOR_MINIMUM_AGE, MINIMUM_AGE } from '#contract/site/policy.ts'
import type { LegalSection } from '#web/features/site/legal-page.tsx'
import { OperatorEmail } from '#web/features/site/operator-details.tsx'
import { PRIVACY_PATH, REFUND_PATH } from '#web/features/site/site-pages.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { Link } from '#web/ui/link.tsx'

export const ACCOUNT_SECTIONS: readonly LegalSection[] = [
  { id: 'acceptance', title: 'Acceptance', body: <Acceptance /> },
  { id: 'registration', title: 'Account registration', body: <Registration /> },
  { id: 'roles', title: 'Creator and supporter roles', body: <Roles /> },
]

function Acceptance() {
  const { operator } = usePageConfig()
  return (
    <>
      <p>
        Cheers is a platform on which creators run a page and offer paid membership plans, and supporters
        subscribe to them. It is operated by {operator.name} (“we”, “us”). Cheers is the name of the service,
        not a company of its own.
      </p>
      <p>
        By making an account, opening a creator page or joining a plan you agree to these terms, and to the{' '}
        <Link to={PRIVACY_PATH}>Privacy Policy</Link> and the <Link to={REFUND_PATH}>Refund Policy</Link>,
        which are part of them. If you do not agree, please do not use Cheers. You can read the public pages
        without an account.
      </p>
    </>
  )
}

function Registration() {
  return (
    <>
      <p>
        You must be {MINIMUM_AGE} or older to have an account, and {CREATOR_MINIMUM_AGE} or older to open a
        creator page. If you are a minor where you live, a parent or guardian must agree to these terms with
        you, and to any payment you make.
      </p>
      <ul>
        <li>Give accurate information and keep it up to date.</li>
        <li>Keep your password confidential. You are responsible for what is done with your account.</li>
        <li>
          Write to <OperatorEmail /> at once if you think that someone else is using your account.
        </li>
        <li>An account belongs to one person and cannot be sold or transferred.</li>
      </ul>
      <p>
        We ask you to confirm your email address before you can log in. You can also sign in with a Google
        account whose address is confirmed.
      </p>
    </>
  )
}

function Roles() {
  return (
    <>
      <p>
        <strong>Creators</strong> may upload content, create tiers and receive payments. A creator decides
        what to publish, who may see it, and what a plan costs, and is responsible for delivering what the
        plan describes. Creators are responsible for their own taxes.
      </p>
      <p>
        <strong>Supporters</strong> may join a creator’s plans and see what those plans open. A creator’s more
        expensive plans include everything that the cheaper ones open. Access is personal: what you read as a
        member is for you, not for passing on.
      </p>
      <p>
        Creators and supporters deal with each other; we provide the place, take payments on the creator’s
        behalf and pass them on. We do not employ creators and do not check their posts before they appear.
      </p>
      <p>
        A page with content for adults must be marked as such. Visitors are then asked to confirm that they
        are {CREATOR_MINIMUM_AGE} or older, and the page is left out of what we recommend. The list of
        prohibited activities below applies to those pages too.
      </p>
    </>
  )
}
