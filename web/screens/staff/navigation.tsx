import { ArrowLeft } from 'lucide-react'
import { use, useId } from 'react'

import { getOverview } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { START_PATH } from '#web/features/sign-in/own-path.ts'
import { useLocation } from '#web/routing/location.ts'
import { Link } from '#web/ui/link.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

import { HomeLink } from './home-link.tsx'
import { consoleTexts as texts } from './messages.ts'
import { overviewTexts } from './overview/messages.ts'
import { waitingAt } from './overview/tiles.ts'
import type { Place, PlaceGroup } from './places.ts'
import { RightsContext } from './rights.ts'

const REFETCH_EVERY_MS = 60_000

const rowClassName =
  'flex min-h-11 items-center gap-3 rounded-control px-3 text-ink-soft transition-colors duration-120 hover:bg-wash hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand lg:min-h-8 lg:text-sm'

/** Every place that the viewer may open, by what it is about, with how much waits there. */
export function Navigation({ places }: { places: readonly Place[] }) {
  const { name, roles } = use(RightsContext)
  const overview = useQuery(getOverview, {}, { refetchEveryMs: REFETCH_EVERY_MS }).data
  const groups = [null, ...(Object.keys(texts.groups) as PlaceGroup[])]
  return (
    <div className="flex h-full flex-col">
      <div className="px-5 pt-4 pb-2">
        <HomeLink />
      </div>
      <nav aria-label={texts.navigation} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {groups.map((group) => (
          <Group
            key={group}
            title={group === null ? null : texts.groups[group]}
            places={places.filter((place) => place.group === group)}
            overview={overview}
          />
        ))}
      </nav>
      <div className="border-t border-line p-2">
        <p className="px-3 pt-2 text-sm">
          <span dir="auto" className="block truncate font-semibold">
            {name}
          </span>
          <span className="block text-ink-faint">{texts.list(roles.map((role) => texts.roles[role]))}</span>
        </p>
        <Link to={START_PATH} className={`${rowClassName} mt-1`}>
          <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
          {texts.back}
        </Link>
      </div>
    </div>
  )
}

function Group({
  title,
  places,
  overview,
}: {
  title: string | null
  places: readonly Place[]
  overview: OutputOf<typeof getOverview> | undefined
}) {
  const headingId = useId()
  const here = useLocation().pathname.toLowerCase()
  const isHere = (path: string) => (path === '/staff' ? here === path : `${here}/`.startsWith(`${path}/`))
  if (places.length === 0) return null
  return (
    <>
      {title !== null && (
        <p id={headingId} className="px-3 pt-3 pb-1 text-xs font-semibold text-ink-faint">
          {title}
        </p>
      )}
      <ul aria-labelledby={title === null ? undefined : headingId} className="space-y-0.5">
        {places.map(({ path, label, Icon }) => {
          const waiting = overview ? waitingAt(path, overview) : 0
          return (
            <li key={path}>
              <Link to={path} aria-current={isHere(path) ? 'page' : undefined} className={rowClassName}>
                {Icon && <Icon aria-hidden="true" className="size-5 shrink-0 lg:size-4.5" />}
                {label}
                {waiting > 0 && (
                  <span className="ms-auto text-sm font-semibold text-ink tabular-nums">
                    <span aria-hidden="true">{overviewTexts.count(waiting)}</span>
                    <VisuallyHidden>{texts.waiting(overviewTexts.count(waiting))}</VisuallyHidden>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
