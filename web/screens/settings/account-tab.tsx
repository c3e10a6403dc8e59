import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import { useQuery } from '#web/api/queries.ts'

import { settingsTexts as texts } from './messages.ts'
import { PageForm } from './page-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { PAGE_INFORMATION } from './sections.ts'
import { SettingsSection } from './settings-section.tsx'
import type { User } from './user.ts'

/** What others read about a person, and about their page. */
export function AccountTab({ user }: { user: User }) {
  const page = useQuery(getUsersCreatorPage, {}, { isEnabled: user.isCreator }).data
  return (
    <div className="space-y-10">
      <SettingsSection title={texts.profile.title}>
        <ProfileForm user={user} />
      </SettingsSection>
      {user.isCreator && page && (
        <SettingsSection id={PAGE_INFORMATION} title={texts.page.title}>
          <PageForm key={page._id} page={page} />
        </SettingsSection>
      )}
    </div>
  )
}
