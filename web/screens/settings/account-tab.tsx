import type { getLoggedInUser } from '#contract/accounts/routes.ts'
import { getUsersCreatorPage } from '#contract/creators/routes.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { blockTexts } from '#web/features/block/block-texts.ts'
import { DataDownload } from '#web/features/data-download/data-download.tsx'
import { leavingTexts } from '#web/features/leaving/leaving-texts.ts'

import { BlockedUsers } from './blocked-users.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { PageForm } from './page-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'
import { SettingsSection } from './settings-section.tsx'

export type User = OutputOf<typeof getLoggedInUser>['user']

export function AccountTab({ user }: { user: User }) {
  const page = useQuery(getUsersCreatorPage, {}, { isEnabled: user.isCreator }).data
  return (
    <div className="space-y-10">
      <SettingsSection title="Profile">
        <ProfileForm user={user} />
      </SettingsSection>
      {user.isCreator && page && (
        <SettingsSection title="Creator Page Information">
          <PageForm key={page._id} page={page} />
        </SettingsSection>
      )}
      <SettingsSection
        title="Password"
        hint={
          user.hasPassword
            ? 'Changing it signs out every other device.'
            : 'You sign in with Google. Set a password to be able to log in with your email as well.'
        }
      >
        {/* Once there is a password, the form asks for it. */}
        <PasswordForm key={String(user.hasPassword)} user={user} />
      </SettingsSection>
      <SettingsSection title="Where you are signed in">
        <SessionList />
      </SettingsSection>
      <SettingsSection
        title="Your data"
        hint="Everything we keep about you, in one file that programs can read."
      >
        <DataDownload />
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
