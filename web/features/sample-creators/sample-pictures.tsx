import { classNames } from '#web/ui/class-names.ts'

/** The brand's green stays deep in the dark, where the brand itself is a bright mint. */
const HILL = 'fill-[light-dark(var(--color-brand),oklch(0.44_0.065_162))]'

/** Dusk over hills. Fills its container: wide boxes show all of it, tall ones its middle. */
export function HillsPicture({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 480 160"
      preserveAspectRatio="xMidYMax slice"
      className={classNames('block w-full bg-champagne', className)}
    >
      <circle cx="262" cy="58" r="22" className="fill-champagne-line" />
      <path
        d="M0 108 C70 66 130 62 196 96 S330 132 480 74 V160 H0Z"
        className={classNames(HILL, 'opacity-30')}
      />
      <path
        d="M0 132 C90 92 150 120 236 118 S380 96 480 118 V160 H0Z"
        className={classNames(HILL, 'opacity-55')}
      />
      <path d="M0 150 C120 126 210 150 300 142 S430 136 480 146 V160 H0Z" className={HILL} />
    </svg>
  )
}

const WAVES = [
  { y: 98, opacity: 'opacity-25' },
  { y: 118, opacity: 'opacity-45' },
  { y: 138, opacity: 'opacity-80' },
]

/** A moon over waves of cut paper. */
export function PrintPicture({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 480 160"
      preserveAspectRatio="xMidYMax slice"
      className={classNames('block w-full bg-plan-blue-soft', className)}
    >
      <circle cx="372" cy="50" r="30" className="fill-champagne-line" />
      <circle cx="385" cy="42" r="26" className="fill-plan-blue-soft" />
      {WAVES.map(({ y, opacity }) => (
        <path
          key={y}
          d={`M0 ${y} q30 -22 60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 V160 H0Z`}
          className={classNames('fill-plan-blue', opacity)}
        />
      ))}
    </svg>
  )
}
