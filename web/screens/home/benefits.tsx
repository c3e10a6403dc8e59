import { ChartNoAxesColumnIncreasing, HandCoins, type LucideIcon, UsersRound } from 'lucide-react'

import { type FeatureId, isComing } from '#contract/site/features.ts'

import { Coming } from './coming.tsx'
import { homeTexts } from './messages.ts'

const texts = homeTexts.benefits

/** The spec's three benefits, each with a sentence on its meaning here. */
const BENEFITS: readonly { id: FeatureId; Icon: LucideIcon; title: string; text: string }[] = [
  { id: 'plans', Icon: HandCoins, ...texts.monetize },
  { id: 'supporters', Icon: UsersRound, ...texts.community },
  { id: 'analytics', Icon: ChartNoAxesColumnIncreasing, ...texts.analytics },
]

export function Benefits() {
  return (
    <section aria-label={texts.title}>
      <ul className="mx-auto grid max-w-app gap-10 px-4 py-16 sm:px-6 lg:grid-cols-3 lg:py-24">
        {BENEFITS.map(({ id, Icon, title, text }) => (
          <li key={title}>
            <span
              aria-hidden="true"
              className="grid size-12 place-items-center rounded-full bg-brand-soft text-brand"
            >
              <Icon className="size-6" />
            </span>
            <h2 className="mt-5 font-display text-xl">
              {title} {isComing(id) && <Coming />}
            </h2>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
