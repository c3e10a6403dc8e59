import { Building2, LifeBuoy, Mail } from 'lucide-react'
import type { ReactNode } from 'react'

import { SUPPORT_HOURS } from '#contract/site/policy.ts'
import { OperatorDetails, OperatorEmail, OperatorPhone } from '#web/features/site/operator-details.tsx'
import { usePageConfig } from '#web/page-data.tsx'

export function ContactScreen() {
  const { operator } = usePageConfig()
  return (
    <div className="mx-auto max-w-app px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
      <header className="max-w-reading">
        <h1 className="font-display text-3xl sm:text-4xl">Contact us</h1>
        <p className="mt-4 text-lg text-ink-soft">
          A person reads what you write. Tell us which page or payment it is about, and the answer comes
          sooner.
        </p>
      </header>
      <ul className="mt-12 grid gap-x-10 gap-y-10 lg:grid-cols-3">
        <Way
          icon={<Mail />}
          title="General inquiries"
          text="Your account, a membership, a payment, or something that does not work."
        >
          <OperatorEmail subject="General inquiry" />
        </Way>
        <Way
          icon={<Building2 />}
          title="Business and media"
          text="Partnerships, press, and custom pricing: we offer per-creation pricing models too."
        >
          <OperatorEmail subject="Business or media" />
        </Way>
        <Way
          icon={<LifeBuoy />}
          title="Creator support"
          text="The help centre for creators: opening a page, plans, posts and payouts."
        >
          <OperatorEmail subject="Creator support" />
          <br />
          <OperatorPhone />
          <span className="mt-1 block text-sm text-ink-faint">{SUPPORT_HOURS}</span>
        </Way>
      </ul>
      <section
        aria-labelledby="operator"
        className="mt-16 grid gap-x-10 gap-y-8 border-t border-line pt-10 lg:grid-cols-3"
      >
        <div className="lg:col-span-1">
          <h2 id="operator" className="font-display text-xl">
            Who runs Cheers
          </h2>
          <div className="prose mt-3">
            <OperatorDetails />
          </div>
        </div>
        <div className="lg:col-span-2">
          <h2 className="font-display text-xl">Complaints</h2>
          <div className="prose mt-3">
            <p>
              If an answer does not satisfy you, or content breaks the law or our terms, write to{' '}
              <strong>{operator.grievanceOfficer}</strong> at <OperatorEmail subject="Grievance" />. Give the
              address of the page and, for a payment, the receipt number.
            </p>
          </div>
        </div>
      </section>
    </div>
  )
}

function Way({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <li className="border-t border-line pt-6">
      <span aria-hidden="true" className="block text-brand [&>svg]:size-7">
        {icon}
      </span>
      <h2 className="mt-4 font-display text-xl">{title}</h2>
      <p className="mt-2 text-ink-soft">{text}</p>
      <div className="prose mt-3">
        <p>{children}</p>
      </div>
    </li>
  )
}
