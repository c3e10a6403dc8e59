import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'

import { getSecurity } from '#contract/accounts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { sessionTexts } from '#web/features/session-list/messages.ts'
import { SessionList } from '#web/features/session-list/session-list.tsx'
import { supportPassTexts } from '#web/features/support-pass/messages.ts'
import { dayText } from '#web/features/time/when-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { PasswordForm } from '../account/password-form.tsx'
import { settingsTexts } from '../messages.ts'
import { SettingsSection } from '../settings-section.tsx'
import type { User } from '../user.ts'
import { CodesSection } from './codes-section.tsx'
import { EmailSection } from './email-section.tsx'
import { FactorsSection } from './factors-section.tsx'
import { securityTexts as texts } from './messages.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SupportPass } from './support-pass.tsx'

/** What protects the account: how one logs in, how one gets back in, and where one is. */
export function SecurityTab({ user }: { user: User }) {
  return (
    <div className="space-y-10">
      <Protection user={user} />
      <SettingsSection
        title={settingsTexts.password.title}
        hint={user.hasPassword ? settingsTexts.password.changeHint : settingsTexts.password.setHint}
      >
        {/* Once there is a password, the form asks for it. */}
        <PasswordForm key={String(user.hasPassword)} user={user} />
      </SettingsSection>
      <SettingsSection title={sessionTexts.title}>
        <SessionList icon={<MonitorSmartphone />} />
      </SettingsSection>
      <SettingsSection title={supportPassTexts.title} hint={supportPassTexts.hint}>
        <SupportPass />
      </SettingsSection>
    </div>
  )
}

function Protection({ user }: { user: User }) {
  const { data, error, refetch, isFetching } = useQuery(getSecurity, {})
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  if (!data) {
    if (!error) return <SkeletonList label={texts.loading} count={3} />
    return (
      <ErrorState title={texts.failed} onRetry={() => void refetch()} isRetrying={isFetching}>
        {error.message}
      </ErrorState>
    )
  }
  return (
    <>
      {data.factorsRemovedAt !== null && (
        <Banner tone="warn" title={texts.removal.title(dayText(data.factorsRemovedAt))}>
          {texts.removal.body}
        </Banner>
      )}
      <FactorsSection factors={data.factors} hasPassword={user.hasPassword} onCodes={setNewCodes} />
      {data.recoveryCodesLeft !== null && (
        <CodesSection left={data.recoveryCodesLeft} onCodes={setNewCodes} />
      )}
      <EmailSection email={user.email} change={data.emailChange} />
      <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} />
    </>
  )
}
