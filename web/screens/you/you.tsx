import { Settings } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useBadges } from '#web/features/bell/use-badges.ts'
import { AccountFace } from '#web/features/shell/account-face.tsx'
import { useAccount } from '#web/features/shell/account-items.tsx'
import { AwaitingUser } from '#web/features/shell/awaiting-user.tsx'
import { PlaceCount } from '#web/features/shell/late-rows.tsx'
import { placeTexts } from '#web/features/shell/place-messages.ts'
import { MODERATION, type Place, READING, studioOf } from '#web/features/shell/places.ts'
import { GroupTitle, RecentlyVisited } from '#web/features/shell/recently-visited.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'

import { youTexts as texts } from './messages.ts'

/** Every place somebody has: on phones and tablets, what the sidebar and its menu hold. */
export function YouScreen() {
  const user = useQuery(getLoggedInUser, {}).data?.user
  const account = useAccount()
  const { keepsOrder } = useBadges()
  if (!user) return <AwaitingUser />
  const rows: MenuItem[] = [
    ...account.items.filter(({ id }) => id === 'join'),
    { id: 'settings', label: placeTexts.settings, icon: <Settings />, to: '/settings' },
    ...account.items.filter(({ id }) => id !== 'join' && id !== 'page'),
  ]
  const page = account.items.find(({ id }) => id === 'page')
  return (
    <Page title={texts.title} isNarrow>
      <div className="space-y-6">
        <div className="flex px-3">
          <AccountFace account={account} />
        </div>
        {user.pageHandle !== null && (
          <Tiles title={placeTexts.studio} places={studioOf(user.pageHandle)}>
            {page && <Row item={page} />}
          </Tiles>
        )}
        <Tiles
          title={placeTexts.reading}
          places={keepsOrder && user.pageHandle === null ? [...READING, MODERATION] : READING}
        />
        <RecentlyVisited />
        <nav aria-label={texts.account} className="border-t border-line pt-3">
          <ul>
            {rows.map((item) => (
              <li key={item.id}>
                <Row item={item} />
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  )
}

function Tiles({
  title,
  places,
  children,
}: {
  title: string
  places: readonly Place[]
  children?: ReactNode
}) {
  const headingId = useId()
  return (
    <nav aria-labelledby={headingId}>
      <GroupTitle id={headingId}>{title}</GroupTitle>
      {children}
      <ul className="mt-1 grid grid-cols-2 gap-2 sm:grid-cols-3">
        {places.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex flex-wrap items-center justify-between gap-y-1 rounded-control border border-line bg-paper-raised px-3 py-2.5 text-[0.9375rem] hover:border-line-strong"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
              <span className="order-1 basis-full">{label}</span>
              <PlaceCount at={to} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const rowClassName =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-1.5 text-start hover:bg-wash'

function Row({ item: { label, description, icon, to, onSelect } }: { item: MenuItem }) {
  const content = (
    <>
      <span aria-hidden="true" className="shrink-0 text-ink-soft [&>svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block">{label}</span>
        {description && <span className="block truncate text-sm text-ink-faint">{description}</span>}
      </span>
    </>
  )
  return to === undefined ? (
    <button type="button" className={rowClassName} onClick={onSelect}>
      {content}
    </button>
  ) : (
    <Link to={to} className={rowClassName}>
      {content}
    </Link>
  )
}
