import { ShieldAlert } from 'lucide-react'
import { Suspense, useEffect } from 'react'

import { getOwnRights } from '#contract/console/calls.ts'
import { permitOf } from '#contract/http/permissions.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { stepUp } from '#web/api/step-up.ts'
import { NotFound } from '#web/features/not-found/not-found.tsx'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { SECURITY_PATH } from '#web/features/proof/security-path.ts'
import { frameAround } from '#web/features/shell/frame.tsx'
import { useLocation } from '#web/routing/location.ts'
import { matchPath, ParamsContext } from '#web/routing/match-path.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'
import { prepareToasts } from '#web/ui/toast.tsx'

import { ConsoleLayout } from './layout.tsx'
import { consoleTexts as texts } from './messages.ts'
import { type Place, places } from './places.ts'
import { RightsContext } from './rights.ts'

// Every act of the staff needs a fresh proof.
stepUp.ask = async () => (await import('#web/features/proof/ask-proof.tsx')).askProof()

const members = frameAround('shell', 'member')

/**
 * The operator's console. Everybody else finds nothing here, just as at any other address without a page; staff without
 * a second factor are told to add one.
 */
export function ConsoleScreen() {
  useEffect(prepareToasts, [])
  const rights = useQuery(getOwnRights, {})
  const code = rights.error?.code

  if (rights.data) return <Opened rights={rights.data} />
  if (!rights.isError) return <FullPageSpinner />
  return (
    <AmongMembers>
      {code === 'forbidden' || code === 'signed_out' ? (
        <NotFound />
      ) : code === 'second_factor_required' ? (
        <FactorFirst />
      ) : (
        <div className="mx-auto max-w-reading px-4 py-16 sm:px-6">
          <h1 className="sr-only">{texts.title}</h1>
          <ErrorState
            title={texts.failed}
            onRetry={() => void rights.refetch()}
            isRetrying={rights.isFetching}
          >
            {rights.error.message}
          </ErrorState>
        </div>
      )}
    </AmongMembers>
  )
}

/** The layout of every other page: whoever may not be here is led back to where they may. */
function AmongMembers({ children }: { children: React.ReactNode }) {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      {members ? <members.Screen>{children}</members.Screen> : children}
    </Suspense>
  )
}

function FactorFirst() {
  usePageTitle(texts.title)
  return (
    <div className="mx-auto max-w-reading px-4 py-16 sm:px-6">
      <h1 className="sr-only">{texts.title}</h1>
      <EmptyState
        icon={<ShieldAlert />}
        title={texts.factor.title}
        action={
          <Button variant="primary" to={SECURITY_PATH}>
            {texts.factor.add}
          </Button>
        }
      >
        {texts.factor.body}
      </EmptyState>
    </div>
  )
}

function Opened({ rights }: { rights: OutputOf<typeof getOwnRights> }) {
  const { pathname } = useLocation()
  const own = places.filter((place) =>
    place.permissions.some((permission) => {
      const permit = permitOf(rights.roles, permission)
      return permit !== null && (place.reach !== 'all' || permit.reach === 'all')
    }),
  )
  const place = own.find(({ path }) => matchPath(path, pathname)) ?? null
  return (
    <RightsContext value={rights}>
      <ConsoleLayout places={own.filter(({ label }) => label !== null)}>
        {place ? <AtPlace place={place} pathname={pathname} /> : <NotFound />}
      </ConsoleLayout>
    </RightsContext>
  )
}

function AtPlace({ place, pathname }: { place: Place; pathname: string }) {
  const params = matchPath(place.path, pathname) ?? {}
  usePageTitle(place.label === null ? null : texts.documentTitle(place.label))
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <ParamsContext value={params}>
        {/* Another person, payment or case is another page: no state of the previous one is kept. */}
        <place.screen.Screen key={`${place.path} ${params['id'] ?? ''}`} />
      </ParamsContext>
    </Suspense>
  )
}
