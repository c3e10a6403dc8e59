import { Globe, HandCoins, HeartHandshake, PenLine } from 'lucide-react'

import { siteMessages } from '#contract/site/messages.ts'
import { SUPPORT_TIERS } from '#contract/site/support-tiers.ts'
import { useViewer } from '#web/api/session.ts'
import { usePageConfig } from '#web/page-data.tsx'
import { CREATE_PATH, loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'

const LOWEST_PERCENT = Math.min(...SUPPORT_TIERS.map(({ percent }) => percent))
const HIGHEST_PERCENT = Math.max(...SUPPORT_TIERS.map(({ percent }) => percent))

const QUALITIES = [
  {
    Icon: HandCoins,
    title: 'Transparent monetization',
    text: `One share of each payment, from ${LOWEST_PERCENT} to ${HIGHEST_PERCENT}%, stated before a page is opened and shown next to every payment. Supporters pay the price they see.`,
  },
  {
    Icon: PenLine,
    title: 'Creator-centric',
    text: 'Creators set their plans and prices and decide who reads what. What they make stays theirs.',
  },
  {
    Icon: HeartHandshake,
    title: 'Community first',
    text: 'No advertising and no trackers. A page is for the people who chose to be there, and they can leave as easily as they came.',
  },
  {
    Icon: Globe,
    title: 'Global standards with local heart',
    text: 'Made with India in mind and open to the world: prices in US dollars or rupees, payments through Razorpay, and people to talk to.',
  },
]

export function AboutScreen() {
  const { operator } = usePageConfig()
  const isVisitor = useViewer() === 'visitor'
  return (
    <div className="mx-auto max-w-app px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
      <header className="max-w-reading">
        <h1 className="font-display text-3xl sm:text-4xl">About Cheers</h1>
        <p className="mt-5 text-xl text-ink-soft">
          Our mission: empowering creators to build sustainable businesses and meaningful connections.
        </p>
        <p className="mt-5 text-lg text-ink-soft">
          People who make things should be able to live from those who love what they make. A creator opens a
          page, names a few plans, and posts; supporters join for a month or a year and read what their plan
          opens. That is all there is to it, and we mean to keep it that simple. Cheers is run by{' '}
          {operator.name}.
        </p>
      </header>
      <section aria-labelledby="unique" className="mt-16">
        <h2 id="unique" className="font-display text-2xl">
          What Makes Us Unique
        </h2>
        <ul className="mt-8 grid gap-x-14 gap-y-10 sm:grid-cols-2">
          {QUALITIES.map(({ Icon, title, text }) => (
            <li key={title} className="border-t border-line pt-6">
              <Icon aria-hidden="true" className="size-7 text-brand" />
              <h3 className="mt-4 font-display text-xl">{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      {isVisitor && (
        <Button variant="primary" size="large" to={loginPath(CREATE_PATH)} className="mt-14">
          {siteMessages.startCreating}
        </Button>
      )}
    </div>
  )
}
