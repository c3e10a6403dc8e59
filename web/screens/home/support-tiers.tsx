import { Check, Clock } from 'lucide-react'

import { siteMessages } from '#contract/site/messages.ts'
import { isTierFeatureComing } from '#contract/site/features.ts'
import { SUPPORT_TIERS, type SupportTier } from '#contract/site/support-tiers.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { CREATE_PATH, loginPath } from '#web/features/sign-in/own-path.ts'
import { CONTACT_PATH } from '#web/features/site/site-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

import { Coming } from './coming.tsx'
import { homeTexts } from './messages.ts'

const texts = homeTexts.tiers

export function SupportTiers() {
  return (
    <section aria-labelledby="tiers" className="border-y border-line bg-wash">
      <div className="mx-auto max-w-app px-4 py-16 sm:px-6 lg:py-24">
        <h2 id="tiers" className="font-display text-2xl sm:text-3xl">
          {texts.title}
        </h2>
        <p className="mt-3 max-w-reading text-lg text-ink-soft">{texts.intro}</p>
        <ul className="mt-10 grid gap-5 lg:grid-cols-3">
          {SUPPORT_TIERS.map((tier) => (
            <TierCard key={tier.id} tier={tier} />
          ))}
        </ul>
        <div className="mt-10 flex flex-col items-start gap-4 sm:flex-row sm:items-center sm:justify-between">
          <p className="font-display text-xl">{siteMessages.customPlan}</p>
          <Button to={CONTACT_PATH} className="shrink-0">
            {siteMessages.customPricing}
          </Button>
        </div>
      </div>
    </section>
  )
}

function TierCard({ tier }: { tier: SupportTier }) {
  const { id, name, percent, originalPercent, description, features } = tier
  return (
    <Card as="li" padding="large" className="flex flex-col">
      <h3 id={`tier-${id}`} className="font-display text-xl">
        {name}
      </h3>
      <p className="mt-3">
        {originalPercent !== undefined && (
          <s className="me-2.5 font-display text-2xl text-ink-faint">
            <RichText text={texts.originalShare(originalPercent)} />
          </s>
        )}
        <span className="font-display text-4xl">
          <RichText text={originalPercent === undefined ? texts.share(percent) : texts.shareNow(percent)} />
        </span>
        <span className="mt-1 block text-ink-soft">{texts.ofEachPayment}</span>
      </p>
      <p className="mt-3 text-ink-soft">{description}</p>
      <ul className="mt-6 mb-8 space-y-2.5">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            {isTierFeatureComing(feature) ? (
              <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-faint" />
            ) : (
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
            )}
            <span className="flex min-w-0 flex-1 items-start justify-between gap-2">
              {feature} {isTierFeatureComing(feature) && <Coming />}
            </span>
          </li>
        ))}
      </ul>
      <Button
        to={loginPath(`${CREATE_PATH}?plan=${id}`)}
        isFullWidth
        aria-describedby={`tier-${id}`}
        className="mt-auto"
      >
        {siteMessages.subscribe}
      </Button>
    </Card>
  )
}
