import {
  CircleQuestionMark,
  FileUp,
  type LucideIcon,
  MessageCircle,
  Newspaper,
  Radio,
  UsersRound,
  Vote,
} from 'lucide-react'
import { useId } from 'react'

import { type FeatureId, isComing } from '#contract/site/features.ts'
import { SampleCreatorCard } from '#web/features/sample-creators/sample-creator-card.tsx'

import { Coming } from './coming.tsx'
import { homeTexts } from './messages.ts'

interface Feature {
  id: FeatureId
  Icon: LucideIcon
  title: string
  text: string
}

const { hosting, engagement } = homeTexts

const HOSTING: readonly Feature[] = [
  { id: 'posts', Icon: Newspaper, ...hosting.posts },
  { id: 'files', Icon: FileUp, ...hosting.files },
]

const ENGAGEMENT: readonly Feature[] = [
  { id: 'community', Icon: UsersRound, ...engagement.community },
  { id: 'messages', Icon: MessageCircle, ...engagement.messages },
  { id: 'polls', Icon: Vote, ...engagement.polls },
  { id: 'questions', Icon: CircleQuestionMark, ...engagement.questions },
  { id: 'livestreams', Icon: Radio, ...engagement.livestreams },
]

/** The spec's lists for hosting and for engagement; none of the entries is a link. */
export function Features() {
  return (
    <div className="mx-auto max-w-app space-y-20 px-4 py-16 sm:px-6 lg:space-y-28 lg:py-24">
      <div className="grid items-center gap-12 lg:grid-cols-2 lg:gap-20">
        <FeatureList title={hosting.title} features={HOSTING} className="gap-y-8" />
        <div className="mx-auto w-full max-w-form lg:max-w-none">
          <SampleCreatorCard sample="music" className="w-[86%] sm:w-[78%]" />
          <SampleCreatorCard sample="prints" className="relative -mt-4 ms-auto w-[74%] sm:w-[64%]" />
        </div>
      </div>
      <FeatureList
        title={engagement.title}
        features={ENGAGEMENT}
        className="gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3"
      />
    </div>
  )
}

function FeatureList({
  title,
  features,
  className,
}: {
  title: string
  features: readonly Feature[]
  className: string
}) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="font-display text-2xl sm:text-3xl">
        {title}
      </h2>
      <ul className={`mt-8 grid ${className}`}>
        {features.map(({ id, Icon, title: name, text }) => (
          <li key={id} className="flex gap-4">
            <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-brand" />
            <div>
              <h3 className="font-semibold">
                {name} {isComing(id) && <Coming />}
              </h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
