import { blockTexts } from '#web/features/block/messages.ts'
import { DataDownload } from '#web/features/data-download/data-download.tsx'
import { leavingTexts } from '#web/features/leaving/messages.ts'
import { Button } from '#web/ui/button.tsx'

import { DeleteAccount } from '../account/delete-account.tsx'
import { settingsTexts as texts } from '../messages.ts'
import { MutedChannels } from '../notifications/muted-channels.tsx'
import { SettingsSection } from '../settings-section.tsx'
import type { User } from '../user.ts'
import { BlockedUsers } from './blocked-users.tsx'
import { MemberBadge } from './member-badge.tsx'
import { MessageSettings } from './message-settings.tsx'

/** Who sees and who reaches a person, and what is kept about them. */
export function PrivacyTab({ user }: { user: User }) {
  return (
    <div className="space-y-10">
      <SettingsSection title={texts.writing.title} hint={texts.writing.hint}>
        <MessageSettings pageHandle={user.pageHandle} />
      </SettingsSection>
      <SettingsSection title={texts.badge.title}>
        <MemberBadge />
      </SettingsSection>
      <SettingsSection title={texts.sharing.title} hint={texts.sharing.hint}>
        <Button to="/subscriptions">{texts.sharing.open}</Button>
      </SettingsSection>
      <SettingsSection title={blockTexts.sectionTitle} hint={blockTexts.sectionHint}>
        <BlockedUsers />
      </SettingsSection>
      <SettingsSection title={texts.muted.title} hint={texts.muted.hint}>
        <MutedChannels />
      </SettingsSection>
      <SettingsSection title={texts.cases.title} hint={texts.cases.hint}>
        <Button to="/cases">{texts.cases.open}</Button>
      </SettingsSection>
      <SettingsSection title={texts.data.title} hint={texts.data.hint}>
        <DataDownload />
      </SettingsSection>
      <SettingsSection title={leavingTexts.sectionTitle} hint={leavingTexts.sectionHint}>
        <DeleteAccount user={user} />
      </SettingsSection>
    </div>
  )
}
