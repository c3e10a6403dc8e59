import { ChartNoAxesColumnIncreasing, HandCoins, UsersRound } from 'lucide-react'
import { Link } from 'react-router'

import { SampleCreatorCard } from '#web/features/sample-creators/sample-creator-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

import { HEADLINE, SUB_TEXT, TAGLINE } from './promise.ts'

/** The spec's three benefits, each with a sentence on what it means here. */
const BENEFITS = [
  {
    Icon: HandCoins,
    title: 'Monetize content with flexible subscription tiers',
    text: 'Name your plans, set your prices, and change them when your work grows.',
  },
  {
    Icon: UsersRound,
    title: 'Build a dedicated community of supporters',
    text: 'Your page, your people: what you post reaches everyone who chose to be there.',
  },
  {
    Icon: ChartNoAxesColumnIncreasing,
    title: 'Access powerful analytics to grow your audience',
    text: 'See what your supporters read and what keeps them.',
  },
]

export function HomeScreen() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-20 w-full max-w-app items-center justify-between px-4 sm:px-6">
        <Link to="/" className="inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </Link>
        <Button variant="quiet" to="/login">
          Log in
        </Button>
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        <Hero />
        <Benefits />
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-app flex-col gap-4 px-4 py-10 sm:flex-row sm:items-center sm:justify-between sm:px-6">
          <Logo />
          <p className="max-w-form text-sm text-ink-soft">{TAGLINE}</p>
        </div>
      </footer>
    </div>
  )
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-app items-center gap-12 px-4 pt-8 pb-16 sm:px-6 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:pt-16 lg:pb-24">
      <div>
        <h1 className="font-display text-3xl sm:text-4xl">{HEADLINE}</h1>
        <p className="mt-5 max-w-form text-lg text-ink-soft">{SUB_TEXT}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="primary" size="large" to="/signup">
            Start Creating Today
          </Button>
        </div>
      </div>
      <div className="mx-auto w-full max-w-form lg:max-w-none">
        <SampleCreatorCard sample="music" className="w-[86%] sm:w-[78%]" />
        <SampleCreatorCard sample="prints" className="relative -mt-4 ml-auto w-[74%] sm:w-[64%]" />
      </div>
    </section>
  )
}

function Benefits() {
  return (
    <section aria-label="What you can do here" className="border-t border-line bg-paper-raised">
      <ul className="mx-auto grid max-w-app gap-10 px-4 py-16 sm:px-6 lg:grid-cols-3 lg:py-20">
        {BENEFITS.map(({ Icon, title, text }) => (
          <li key={title}>
            <span
              aria-hidden="true"
              className="grid size-12 place-items-center rounded-full bg-brand-soft text-brand"
            >
              <Icon className="size-6" />
            </span>
            <h2 className="mt-5 font-display text-xl">{title}</h2>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
