import {
  Bell,
  Eye,
  Heart,
  type LucideIcon,
  PanelTop,
  ReceiptText,
  ShieldCheck,
  SunMoon,
  UserRound,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { SECURITY_PATH } from '#web/features/proof/security-path.ts'
import { themeTexts } from '#web/features/theme/messages.ts'
import { chooseTheme, THEMES, useTheme } from '#web/features/theme/theme.ts'
import { useLocation, useSearchParams } from '#web/routing/location.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Redirect } from '#web/routing/redirect.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'

import { PageForm } from './account/page-form.tsx'
import { ProfileForm } from './account/profile-form.tsx'
import { BillingTab } from './billing/billing-tab.tsx'
import { MembershipsTab } from './memberships-tab.tsx'
import { settingsTexts as texts } from './messages.ts'
import { NotificationsTab } from './notifications/notifications-tab.tsx'
import { PageTab } from './page/page-tab.tsx'
import { AdultPages } from './privacy/adult-pages.tsx'
import { PrivacyTab } from './privacy/privacy-tab.tsx'
import { PAGE_INFORMATION, pathOfSection, type Section, sectionAt, SECTIONS } from './sections.ts'
import { SecurityTab } from './security/security-tab.tsx'
import { SettingsSection } from './settings-section.tsx'
import type { User } from './user.ts'

const ICONS: Record<Section, LucideIcon> = {
  account: UserRound,
  page: PanelTop,
  security: ShieldCheck,
  notifications: Bell,
  memberships: Heart,
  billing: ReceiptText,
  privacy: Eye,
  display: SunMoon,
}

const PANELS: Record<Section, (user: User) => ReactNode> = {
  account: (user) => <AccountTab user={user} />,
  page: () => <PageTab />,
  security: (user) => <SecurityTab user={user} />,
  notifications: (user) => <NotificationsTab user={user} />,
  memberships: (user) => <MembershipsTab user={user} />,
  billing: () => <BillingTab />,
  privacy: (user) => <PrivacyTab user={user} />,
  display: (user) => <DisplayTab user={user} />,
}

/** On a phone the row of tabs is wider than the screen; the open one should be in sight. */
function useTabInSight(open: Section | null) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = open && ref.current?.querySelector('[aria-selected="true"]')
    if (tab) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return ref
}

/** Only creators have a page to set up. Of an account that is being deleted, there is what its last payout may need. */
function isOffered(section: Section, user: User | undefined): boolean {
  if (user && user.deletionDueAt !== null) return section === 'security'
  return section !== 'page' || user?.isCreator === true
}

/** A user's settings; the open section is in the address. */
export function SettingsScreen() {
  const { pathname } = useLocation()
  const asked = sectionAt(pathname, useSearchParams().get('tab'))
  const answer = useQuery(getLoggedInUser, {})
  const user = answer.data?.user
  const sections = SECTIONS.filter((section) => isOffered(section, user))
  const open = sections.find((section) => section === asked) ?? sections[0] ?? 'account'
  const ref = useTabInSight(user ? open : null)

  if (!user) {
    if (!answer.isError) return <FullPageSpinner label={texts.loading} />
    return (
      <Page title={texts.title} isNarrow>
        <ErrorState title={texts.failed} onRetry={() => void answer.refetch()} isRetrying={answer.isFetching}>
          {answer.error.message}
        </ErrorState>
      </Page>
    )
  }

  // Mails lead to an address of its own; here all sections have one path, so that the focus stays in their list.
  if (pathname === SECURITY_PATH && user.deletionDueAt === null)
    return <Redirect to={pathOfSection('security')} />

  function show(section: Section) {
    navigate(pathOfSection(section), { replace: true })
    // Sections begin at the top; the list beside them stays in sight meanwhile.
    if (window.scrollY > 0) window.scrollTo(0, 0)
  }

  return (
    <Page title={texts.title}>
      <div ref={ref} className="max-lg:max-w-reading">
        <Tabs
          label={texts.title}
          isListOnWide
          value={open}
          onChange={(value) => {
            const section = sections.find((known) => known === value)
            if (section) show(section)
          }}
          tabs={sections.map((section) => {
            const Icon = ICONS[section]
            return {
              value: section,
              label: texts.tabs[section],
              icon: <Icon aria-hidden="true" className="size-5 shrink-0" />,
              panel: PANELS[section](user),
            }
          })}
        />
      </div>
    </Page>
  )
}

/** What others read about a person, and about their page. */
function AccountTab({ user }: { user: User }) {
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

/** How Cheers looks, and what it shows. */
function DisplayTab({ user }: { user: User }) {
  const theme = useTheme()
  return (
    <div className="space-y-10">
      <SettingsSection title={themeTexts.label} hint={themeTexts.help}>
        <SegmentedToggle
          label={themeTexts.label}
          segments={THEMES.map((value) => ({ value, label: themeTexts.names[value] }))}
          value={theme}
          onChange={(chosen) => {
            if (!chooseTheme(chosen)) toast.error(themeTexts.notKept)
          }}
        />
      </SettingsSection>
      <SettingsSection title={texts.adult.title}>
        <AdultPages user={user} />
      </SettingsSection>
    </div>
  )
}
