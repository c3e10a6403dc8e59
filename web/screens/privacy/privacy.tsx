import { LegalPage } from '#web/features/site/legal-page.tsx'
import { usePageConfig } from '#web/page-data.tsx'

import { DATA_SECTIONS } from './data-sections.tsx'
import { RIGHTS_SECTIONS } from './rights-sections.tsx'

const SECTIONS = [...DATA_SECTIONS, ...RIGHTS_SECTIONS]

export function PrivacyScreen() {
  const { operator } = usePageConfig()
  return (
    <LegalPage
      title="Privacy Policy"
      intro={
        <>
          <p>What {operator.name} keeps about you when you use Cheers, why, and what you can do about it.</p>
          <p className="text-base text-ink-faint">Effective date: {operator.termsEffectiveDate}</p>
        </>
      }
      sections={SECTIONS}
    />
  )
}
