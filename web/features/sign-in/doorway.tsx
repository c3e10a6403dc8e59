import type { ReactNode } from 'react'

import { creatorDetails } from '#contract/creators/calls.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { planPriceText } from '#web/features/plan-cards/plan-price.ts'
import { useLocation } from '#web/routing/location.ts'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { DoorwayCard, PageSketch } from './doorway-card.tsx'
import { EntryHeading } from './entry-parts.tsx'
import { type Intent, intentIn } from './intent.ts'
import { doorwayTexts as texts } from './messages.ts'
import { loginPath, nextIn, signupPath } from './own-path.ts'
import { suggestedHandle } from './suggested.ts'

type DoorwayProps = {
  here: 'log in' | 'sign up'
  /** For people who came for nothing in particular. */
  title: string
  subtitle: string
  /** The name that is being typed: a future page grows with it. */
  typedName?: string
}

/** Above the forms of logging in and signing up: what somebody came for, and the choice between the two. */
export function Doorway({ here, title, subtitle, typedName = '' }: DoorwayProps) {
  const { search } = useLocation()
  const intent = intentIn(search)
  return (
    <>
      {intent === null ? (
        <EntryHeading title={title} subtitle={subtitle} />
      ) : intent.kind === 'create' ? (
        <>
          <EntryHeading title={texts.create} subtitle={texts.createSubtitle} />
          <Aside>
            <PageSketch name={typedName} handle={suggestedHandle(typedName)} />
          </Aside>
        </>
      ) : (
        <OfCreator intent={intent} />
      )}
      <EitherWay here={here} next={nextIn(search)} />
    </>
  )
}

function OfCreator({ intent }: { intent: Exclude<Intent, { kind: 'create' }> }) {
  const { pageHandle } = intent
  const wish = intent.kind === 'join' ? intent.wish : null
  const creator = useQuery(creatorDetails, { pageHandle })
  const plans = useQuery(getCreatorPlans, { pageHandle }, { isEnabled: wish !== null })
  const plan = plans.data?.find(({ _id }) => _id === wish?.planId)
  const { pageName = '', profileImage, bannerImage, headline } = creator.data ?? {}

  function title(): string {
    if (intent.kind === 'join') return plan ? texts.join(plan.name) : texts.joinSome
    if (intent.kind === 'talk') return texts.talk
    if (!creator.data) return texts.goOn
    return intent.kind === 'follow' ? texts.follow(pageName) : texts.visit(pageName)
  }

  return (
    <>
      <EntryHeading title={title()} />
      <Aside>
        <DoorwayCard name={pageName} handle={pageHandle} avatar={profileImage} banner={bannerImage}>
          {creator.isPending ? (
            <Skeleton className="my-1 h-5 w-40" />
          ) : (
            <p className="font-display text-lg wrap-anywhere lg:text-xl">{pageName || `@${pageHandle}`}</p>
          )}
          {plan && wish ? (
            <>
              <p className="mt-0.5 wrap-anywhere">
                {texts.planAndPrice(plan.name, planPriceText(plan, wish.interval))}
              </p>
              <p className="text-sm text-ink-soft">{texts.cancelAnyTime}</p>
            </>
          ) : (
            <p className="mt-0.5 line-clamp-2 text-ink-soft">{headline || `@${pageHandle}`}</p>
          )}
        </DoorwayCard>
      </Aside>
    </>
  )
}

/** Below the heading on phones; where there is room, over the picture at the side. */
function Aside({ children }: { children: ReactNode }) {
  return (
    <div className="mb-6 lg:fixed lg:inset-y-0 lg:end-0 lg:z-1 lg:mb-0 lg:grid lg:w-[max(24rem,38%)] lg:items-center lg:px-10">
      <div className="lg:mx-auto lg:w-full lg:max-w-90">{children}</div>
    </div>
  )
}

/** Logging in and signing up are equally near, and both go on to the same place. */
function EitherWay({ here, next }: { here: DoorwayProps['here']; next: string | null }) {
  return (
    <nav
      aria-label={texts.eitherWay}
      className="mb-6 grid grid-cols-2 rounded-full bg-wash p-1 inset-ring inset-ring-line"
    >
      <Way to={signupPath(next)} isHere={here === 'sign up'}>
        {texts.signUp}
      </Way>
      <Way to={loginPath(next)} isHere={here === 'log in'}>
        {texts.logIn}
      </Way>
    </nav>
  )
}

function Way({ to, isHere, children }: { to: string; isHere: boolean; children: string }) {
  return (
    <Link
      to={to}
      replace
      aria-current={isHere ? 'page' : undefined}
      className="flex min-h-11 items-center justify-center rounded-full px-4 font-semibold text-ink-soft transition-colors duration-150 hover:text-ink aria-[current]:bg-lifted aria-[current]:text-ink aria-[current]:ring aria-[current]:ring-line-strong/60"
    >
      {children}
    </Link>
  )
}
