import { ChartNoAxesColumnIncreasing, HandCoins, UsersRound } from 'lucide-react'

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
    text: 'See who supports you, what came in, and what is yours of it, payment by payment.',
  },
]

export function Benefits() {
  return (
    <section aria-label="What you can do here">
      <ul className="mx-auto grid max-w-app gap-10 px-4 py-16 sm:px-6 lg:grid-cols-3 lg:py-24">
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
