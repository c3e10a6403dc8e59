import { AboutSection, type AboutSectionProps } from './about-section.tsx'
import { CollectionsSection } from './collections-section.tsx'

export interface LesserPartProps extends AboutSectionProps {
  tab: 'about' | 'collections'
}

/** The parts of a creator's page that most visitors don't come for. */
export function LesserPart({ tab, pageHandle, creator, onEdit }: LesserPartProps) {
  return tab === 'about' ? (
    <AboutSection {...{ pageHandle, creator, onEdit }} />
  ) : (
    <CollectionsSection {...{ pageHandle, creator }} />
  )
}
