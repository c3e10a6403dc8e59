import { Select } from '#web/ui/select.tsx'

import { type Playback, qualitiesOf, type Quality } from './sources.ts'

const LABELS: Record<Quality, string> = {
  auto: 'Best quality',
  saver: 'Data saver',
  sound: 'Sound only',
}

/** How much data playing may take; nothing where there is no choice. */
export function QualityChoice({
  media,
  quality,
  onChoose,
}: {
  media: Playback
  quality: Quality
  onChoose: (quality: Quality) => void
}) {
  const offered = qualitiesOf(media)
  if (offered.length < 2) return null
  return (
    <Select
      label="Quality"
      isLabelHidden
      className="mt-2 ml-auto w-44"
      options={offered.map((value) => ({ value, label: LABELS[value] }))}
      value={offered.includes(quality) ? quality : 'auto'}
      onChange={(event) => {
        const chosen = offered.find((value) => value === event.target.value)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
