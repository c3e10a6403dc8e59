import type { ReactNode } from 'react'

import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

import { sampleTexts as texts } from './messages.ts'
import { HillsPicture, PrintPicture } from './sample-pictures.tsx'
import { GullPortrait, SingerPortrait } from './sample-portraits.tsx'

interface Sample {
  name: string
  headline: string
  plans: readonly { name: string; tone: BadgeTone }[]
  Picture: (props: { className?: string }) => ReactNode
  Portrait: (props: { className?: string }) => ReactNode
}

const SAMPLES = {
  music: {
    name: texts.music.name,
    headline: texts.music.headline,
    plans: [
      { name: texts.music.plans[0], tone: 'blue' },
      { name: texts.music.plans[1], tone: 'purple' },
    ],
    Picture: HillsPicture,
    Portrait: SingerPortrait,
  },
  prints: {
    name: texts.prints.name,
    headline: texts.prints.headline,
    plans: [
      { name: texts.prints.plans[0], tone: 'purple' },
      { name: texts.prints.plans[1], tone: 'pink' },
    ],
    Picture: PrintPicture,
    Portrait: GullPortrait,
  },
} satisfies Record<string, Sample>

/** An invented creator as decoration; hidden from screen readers. */
export function SampleCreatorCard({
  sample,
  className,
}: {
  sample: keyof typeof SAMPLES
  className?: string
}) {
  const { name, headline, plans, Picture, Portrait } = SAMPLES[sample]
  return (
    <div
      aria-hidden="true"
      className={classNames('overflow-hidden rounded-card bg-paper-raised shadow-float', className)}
    >
      <Picture className="aspect-3/1" />
      <div className="px-5 pb-5">
        <Portrait className="relative -mt-8 size-16 rounded-full ring-4 ring-paper-raised" />
        <p className="mt-3 font-display text-xl">{name}</p>
        <p className="mt-1 text-ink-soft">{headline}</p>
        <div className="mt-4 flex gap-2">
          {plans.map((plan) => (
            <Badge key={plan.name} tone={plan.tone}>
              {plan.name}
            </Badge>
          ))}
        </div>
      </div>
    </div>
  )
}
