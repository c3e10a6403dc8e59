import { ChevronLeft, Laptop } from 'lucide-react'
import { useState } from 'react'

import { getSecurity } from '#contract/accounts/factor-routes.ts'
import { getLoggedInUser } from '#contract/accounts/routes.ts'
import { formatDay } from '#contract/dates.ts'
import { useQuery } from '#web/api/queries.ts'
import { sessionTexts } from '#web/features/session-list/messages.ts'
import { SessionList } from '#web/features/session-list/session-list.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { CodesSection } from './codes-section.tsx'
import { EmailSection } from './email-section.tsx'
import { FactorsSection } from './factors-section.tsx'
import { securityTexts as texts } from './messages.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { Section } from './section.tsx'

/** What protects the account: a page of its own below the settings' Account tab. */
export function SecurityScreen() {
  const account = useQuery(getLoggedInUser, {})
  const security = useQuery(getSecurity, {})
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  const failed = [account, security].find(({ isError, data }) => isError && !data)

  return (
    <div className="mx-auto max-w-reading px-4 pt-6 pb-20 sm:px-6 lg:px-10 lg:pt-10">
      <Link
        to="/settings"
        className="-ms-2 mb-3 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-medium text-ink-soft hover:text-ink"
      >
        <ChevronLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
        {texts.back}
      </Link>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className="mt-8">
        {account.data && security.data ? (
          <div className="space-y-10">
            {security.data.factorsRemovedAt !== null && (
              <Banner tone="warn" title={texts.removal.title(formatDay(security.data.factorsRemovedAt))}>
                {texts.removal.body}
              </Banner>
            )}
            <FactorsSection
              factors={security.data.factors}
              hasPassword={account.data.user.hasPassword}
              onCodes={setNewCodes}
            />
            {security.data.recoveryCodesLeft !== null && (
              <CodesSection left={security.data.recoveryCodesLeft} onCodes={setNewCodes} />
            )}
            <EmailSection email={account.data.user.email} change={security.data.emailChange} />
            <Section title={sessionTexts.title}>
              <SessionList icon={<Laptop />} />
            </Section>
          </div>
        ) : failed?.error ? (
          <ErrorState
            title={texts.failed}
            onRetry={() => void Promise.all([account.refetch(), security.refetch()])}
            isRetrying={account.isFetching || security.isFetching}
          >
            {failed.error.message}
          </ErrorState>
        ) : (
          <SkeletonList label={texts.loading} count={3} />
        )}
      </div>
      <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} />
    </div>
  )
}
