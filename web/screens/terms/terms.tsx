import { LegalPage } from '#web/features/site/legal-page.tsx'
import { usePageConfig } from '#web/page-data.tsx'

import { ACCOUNT_SECTIONS } from './account-sections.tsx'
import { LIABILITY_SECTIONS } from './liability-sections.tsx'
import { MONEY_SECTIONS } from './money-sections.tsx'

const SECTIONS = [...ACCOUNT_SECTIONS, ...MONEY_SECTIONS, ...LIABILITY_SECTIONS]

export function TermsScreen() {
  const { operator } = usePageConfig()
  return (
    <LegalPage
      title="Terms and Conditions"
      intro={
        <>
          <p>The agreement between you and {operator.name}, who runs Cheers.</p>
          <p className="text-base text-ink-faint">Effective date: {operator.termsEffectiveDate}</p>
        </>
      }
      sections={SECTIONS}
    />
  )
}
