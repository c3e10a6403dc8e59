import { AboutSection, type AboutSectionProps } from './about-section.tsx'
import { CollectionsSection } from './collections-section.tsx'

export interface LesserPartProps extends AboutSectionProps {
  tab: 'about' | 'collections'
}

/** The parts of a creator's page that most visitors don't come for. */
export function LesserPart({ tab, ...props }: LesserPartProps) {
  return tab === 'about' ? (
    <AboutSection {...props} />
  ) : (
    <CollectionsSection pageHandle={props.pageHandle} creator={props.creator} />
  )
}
