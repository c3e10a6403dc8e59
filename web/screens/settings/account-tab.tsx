import { MonitorSmartphone } from 'lucide-react'

import { getUsersCreatorPage } from '#contract/creators/routes.ts'
import { useQuery } from '#web/api/queries.ts'
import { blockTexts } from '#web/features/block/messages.ts'
import { DataDownload } from '#web/features/data-download/data-download.tsx'
import { leavingTexts } from '#web/features/leaving/messages.ts'
import { SECURITY_PATH } from '#web/features/proof/security-path.ts'
import { sessionTexts } from '#web/features/session-list/messages.ts'
import { SessionList } from '#web/features/session-list/session-list.tsx'
import { Button } from '#web/ui/button.tsx'

import { AdultPages } from './adult-pages.tsx'
import { BlockedUsers } from './blocked-users.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { MemberBadge } from './member-badge.tsx'
import { MessageSettings } from './message-settings.tsx'
import { settingsTexts as texts } from './messages.ts'
import { PageForm } from './page-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PodcastSection } from './podcast-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { StorageUse } from './storage-use.tsx'
import type { User } from './user.ts'

export function AccountTab({ user }: { user: User }) {
  const page = useQuery(getUsersCreatorPage, {}, { isEnabled: user.isCreator }).data
  return (
    <div className="space-y-10">
      <SettingsSection title={texts.profile.title}>
        <ProfileForm user={user} />
      </SettingsSection>
      {user.isCreator && page && (
        <SettingsSection title={texts.page.title}>
          <PageForm key={page._id} page={page} />
        </SettingsSection>
      )}
      {page && (
        <SettingsSection title={texts.talk.title} hint={texts.talk.hint}>
          <Button to="/studio/moderation?part=settings">{texts.talk.open}</Button>
        </SettingsSection>
      )}
      {page && <PodcastSection pageHandle={page.pageHandle} />}
      {user.isCreator && (
        <SettingsSection title={texts.storage.title} hint={texts.storage.hint}>
          <StorageUse />
        </SettingsSection>
      )}
      <SettingsSection
        title={texts.password.title}
        hint={user.hasPassword ? texts.password.changeHint : texts.password.setHint}
      >
        {/* Once there is a password, the form asks for it. */}
        <PasswordForm key={String(user.hasPassword)} user={user} />
      </SettingsSection>
      <SettingsSection title={texts.security.title} hint={texts.security.hint}>
        <Button to={SECURITY_PATH}>{texts.security.open}</Button>
      </SettingsSection>
      <SettingsSection title={sessionTexts.title}>
        <SessionList icon={<MonitorSmartphone />} />
      </SettingsSection>
      <SettingsSection title={texts.cases.title} hint={texts.cases.hint}>
        <Button to="/cases">{texts.cases.open}</Button>
      </SettingsSection>
      <SettingsSection title={texts.data.title} hint={texts.data.hint}>
        <DataDownload />
      </SettingsSection>
      <SettingsSection title={texts.badge.title}>
        <MemberBadge />
      </SettingsSection>
      <SettingsSection title={texts.writing.title} hint={texts.writing.hint}>
        <MessageSettings pageHandle={page?.pageHandle ?? null} />
      </SettingsSection>
      <SettingsSection title={texts.adult.title}>
        <AdultPages user={user} />
      </SettingsSection>
      <SettingsSection title={blockTexts.sectionTitle} hint={blockTexts.sectionHint}>
        <BlockedUsers />
      </SettingsSection>
      <SettingsSection title={leavingTexts.sectionTitle} hint={leavingTexts.sectionHint}>
        <DeleteAccount user={user} />
      </SettingsSection>
    </div>
  )
}
