import { ChartNoAxesColumnIncreasing, HandCoins, type LucideIcon, UsersRound } from 'lucide-react'

import { type FeatureId, isComing } from '#contract/site/features.ts'
import { siteMessages } from '#contract/site/messages.ts'
import { CREATE_PATH, loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { Backdrop } from './backdrop.tsx'
import { Coming } from './coming.tsx'
import { Features } from './features.tsx'
import { homeTexts } from './messages.ts'
import { SupportTiers } from './support-tiers.tsx'

/**
 * The dark theme's tokens in both themes: the text is on the pictures' own sky. `color-scheme` alone isn't enough,
 * because the build resolves light-dark() once, at the root.
 */
const ALWAYS_DARK = [
  '[--color-paper:oklch(0.185_0.007_110)]',
  '[--color-paper-raised:oklch(0.222_0.008_110)]',
  '[--color-wash:oklch(0.262_0.009_110)]',
  '[--color-scrim:oklch(0.08_0.01_130/0.65)]',
  '[--color-ink:oklch(0.965_0.008_95)]',
  '[--color-ink-soft:oklch(0.87_0.011_100)]',
  '[--color-line-strong:oklch(0.56_0.014_110)]',
  '[--color-brand:oklch(0.845_0.105_162)]',
  '[--color-brand-strong:oklch(0.89_0.09_162)]',
  '[--color-brand-ink:oklch(0.215_0.035_162)]',
].join(' ')

function Hero() {
  return (
    <section className={classNames('relative isolate overflow-hidden bg-paper text-ink', ALWAYS_DARK)}>
      <Backdrop />
      <div className="mx-auto flex min-h-[44rem] max-w-app flex-col items-start px-4 pt-14 pb-72 sm:px-6 lg:min-h-[38rem] lg:justify-center lg:py-20">
        <h1 className="max-w-[38rem] font-display text-3xl sm:text-4xl">{siteMessages.headline}</h1>
        <p className="mt-5 max-w-form text-lg">{siteMessages.subText}</p>
        <Button variant="primary" size="large" to={loginPath(CREATE_PATH)} className="mt-8">
          {siteMessages.startCreating}
        </Button>
      </div>
    </section>
  )
}

const texts = homeTexts.benefits

/** The spec's three benefits, each with a sentence on its meaning here. */
const BENEFITS: readonly { id: FeatureId; Icon: LucideIcon; title: string; text: string }[] = [
  { id: 'plans', Icon: HandCoins, ...texts.monetize },
  { id: 'supporters', Icon: UsersRound, ...texts.community },
  { id: 'analytics', Icon: ChartNoAxesColumnIncreasing, ...texts.analytics },
]

function Benefits() {
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

export function HomeScreen() {
  return (
    <>
      <Hero />
      <Benefits />
      <SupportTiers />
      <Features />
    </>
  )
}
