import { type ReactNode, useEffect, useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { centsFromDollars } from '#contract/money.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { formatPrice } from '#contract/plans/pricing.ts'
import { getPostsByPageHandle } from '#contract/posts/calls.ts'
import type { getSubscription } from '#contract/subscriptions/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { postTitle } from '#web/features/post-card/post-title.ts'
import { When } from '#web/features/time/when.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import './celebration.css'
import { paymentSuccessTexts } from './messages.ts'

/** The duration of the celebration in the spec. */
const LASTS_MS = 3000
const PIECES = 36

/** Bubbles that rise once, like in a glass; not for people who prefer less motion. */
function Celebration() {
  const [isOn, setIsOn] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)

  useEffect(() => {
    const timer = setTimeout(() => setIsOn(false), LASTS_MS)
    return () => clearTimeout(timer)
  }, [])

  if (!isOn) return null
  return (
    <div aria-hidden="true" data-testid="celebration" className="celebration">
      {Array.from({ length: PIECES }, (_, index) => (
        <span key={index} className="celebration-bubble" style={placeOf(index)} />
      ))}
    </div>
  )
}

/** Spread by the golden angle: looks scattered, and never repeats a place. */
function placeOf(index: number): React.CSSProperties {
  const spread = (index * 0.618034) % 1
  return {
    insetInlineStart: `${spread * 100}%`,
    width: `${6 + ((index * 7) % 5) * 4}px`,
    animationDelay: `${(index * 53) % 1100}ms`,
  }
}

const texts = paymentSuccessTexts.welcome

export function Welcome({
  subscription,
  backTo,
}: {
  subscription: OutputOf<typeof getSubscription>
  backTo: string | null
}) {
  const { creator, plan, status, interval, accessUntil } = subscription
  const priceCents = centsFromDollars(plan.price) ?? 0
  return (
    <>
      <Celebration />
      <div className="flex flex-col items-center text-center">
        <Avatar
          name={creator.pageName}
          handle={creator.pageHandle}
          src={creator.profileImage}
          size={96}
          isEager
        />
        <h1 className="mt-6 font-display text-3xl">{texts.title}</h1>
        <p className="mt-3 max-w-full text-lg wrap-break-word text-ink-soft">
          <RichText
            text={texts.nowMemberOf(creator.pageName)}
            slots={{ name: <span className="font-semibold text-ink" /> }}
          />
        </p>
      </div>
      <dl className="mt-10 divide-y divide-champagne-line rounded-card border border-champagne-line bg-champagne px-5">
        <Detail name={texts.status}>
          <Badge tone={status === 'active' ? 'good' : 'warn'}>{texts.statusWords[status] ?? status}</Badge>
        </Detail>
        <Detail name={texts.plan}>{plan.name}</Detail>
        <Detail name={texts.amount}>
          <span className="tabular-nums">{formatPrice(priceCents, interval, plan.currency)}</span>
        </Detail>
        {accessUntil !== null && <Detail name={texts.paidUntil}>{dayText(accessUntil)}</Detail>}
        <Detail name={texts.receipt}>{texts.sentToEmail}</Detail>
      </dl>
      <WelcomeNote pageHandle={creator.pageHandle} pageName={creator.pageName} />
      <JustOpened pageHandle={creator.pageHandle} />
      {backTo !== null && (
        <Button variant="primary" size="large" isFullWidth className="mt-8" to={backTo}>
          {texts.backToPost}
        </Button>
      )}
      <Button
        variant={backTo === null ? 'primary' : 'secondary'}
        size="large"
        isFullWidth
        className={backTo === null ? 'mt-8' : 'mt-3'}
        to={`/${creator.pageHandle}`}
        target="_blank"
      >
        <RichText text={texts.explore} />
      </Button>
    </>
  )
}

/** What the creator tells new members of this plan. It comes late without moving what is above it. */
function WelcomeNote({ pageHandle, pageName }: { pageHandle: string; pageName: string }) {
  const { data: plans } = useQuery(getCreatorPlans, { pageHandle })
  const note = plans?.find((plan) => plan.subscribed)?.welcomeNote ?? ''
  if (note === '') return null
  return (
    <figure className="mt-6 rounded-card border border-line bg-paper-raised p-5">
      <figcaption className="text-sm font-semibold text-ink-soft">{texts.noteFrom(pageName)}</figcaption>
      <blockquote dir="auto" className="mt-2 text-base wrap-break-word whitespace-pre-line">
        {note}
      </blockquote>
    </figure>
  )
}

/** Looked through for those that only members read. */
const POSTS_SEEN = 12
const POSTS_SHOWN = 3

/** What they can read now and couldn't before. */
function JustOpened({ pageHandle }: { pageHandle: string }) {
  const { data } = useQuery(getPostsByPageHandle, { pageHandle, limit: POSTS_SEEN })
  const opened = data?.filter(({ locked, planId }) => !locked && planId !== null).slice(0, POSTS_SHOWN) ?? []
  if (opened.length === 0) return null
  return (
    <section aria-labelledby="just-opened" className="mt-8">
      <h2 id="just-opened" className="font-display text-xl">
        {texts.justOpened}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {opened.map((post) => {
          const { cover, media } = post
          const picture = cover?.src ?? media?.poster ?? (media?.kind === 'image' ? media.src : null)
          return (
            <li key={post._id}>
              <Link to={post.path} className="group flex items-center gap-4 rounded-control py-3">
                {picture !== null && (
                  <img
                    src={picture}
                    alt=""
                    loading="lazy"
                    className="aspect-video w-24 shrink-0 rounded-control bg-wash object-cover"
                  />
                )}
                <span className="min-w-0">
                  <span className="line-clamp-2 font-semibold wrap-break-word group-hover:underline">
                    {postTitle(post)}
                  </span>
                  <When moment={post.publishedAt} className="text-sm text-ink-faint" />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-6 py-3.5">
      <dt className="shrink-0 text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-end font-semibold wrap-break-word">{children}</dd>
    </div>
  )
}
