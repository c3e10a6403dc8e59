import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'

import { liveTexts as texts } from '../messages.ts'

type Part = 'questions' | 'chat' | 'polls'

interface PartTabsProps {
  parts: readonly Part[]
  value: Part
  onChange: (part: Part) => void
}

/** Which part of a session is shown, where there is no room for all. */
export function PartTabs({ parts, value, onChange }: PartTabsProps) {
  return (
    <div className="flex h-16 shrink-0 items-center border-b border-line px-4 sm:px-6">
      <SegmentedToggle
        label={texts.parts}
        segments={parts.map((part) => ({ value: part, label: texts[part].title }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
