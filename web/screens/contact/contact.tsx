import { Building2, LifeBuoy, Mail } from 'lucide-react'
import type { ReactNode } from 'react'

import { SUPPORT_HOURS } from '#contract/site/contact-messages.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { OperatorDetails, OperatorEmail, OperatorPhone } from '#web/features/site/operator-details.tsx'
import { Link } from '#web/ui/link.tsx'
import { usePageConfig } from '#web/page-data.tsx'

import { contactTexts as texts } from './messages.ts'

export function ContactScreen() {
  const { operator } = usePageConfig()
  return (
    <div className="mx-auto max-w-app px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
      <header className="max-w-reading">
        <h1 className="font-display text-3xl sm:text-4xl">{texts.title}</h1>
        <p className="mt-4 text-lg text-ink-soft">{texts.intro}</p>
      </header>
      <ul className="mt-12 grid gap-x-10 gap-y-10 lg:grid-cols-3">
        <Way icon={<Mail />} title={texts.general.title} text={texts.general.text}>
          <OperatorEmail subject={texts.general.mailSubject} />
        </Way>
        <Way icon={<Building2 />} title={texts.business.title} text={texts.business.text}>
          <OperatorEmail subject={texts.business.mailSubject} />
        </Way>
        <Way icon={<LifeBuoy />} title={texts.creators.title} text={texts.creators.text}>
          <OperatorEmail subject={texts.creators.mailSubject} />
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
            {texts.operator}
          </h2>
          <div className="prose mt-3">
            <OperatorDetails />
          </div>
        </div>
        <div className="lg:col-span-2">
          <h2 className="font-display text-xl">{texts.complaints.title}</h2>
          <div className="prose mt-3">
            <p>
              <RichText
                text={texts.complaints.text(operator.grievanceOfficer)}
                slots={{
                  officer: <strong />,
                  address: <OperatorEmail subject={texts.complaints.mailSubject} />,
                }}
              />
            </p>
            <p>
              <Link to="/grievance">{texts.complaints.form}</Link>
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
