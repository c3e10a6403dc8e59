/** Dusk over hills. */
export function HillsPicture() {
  return (
    <svg
      viewBox="0 0 480 160"
      className="block h-auto w-full bg-champagne"
      preserveAspectRatio="xMidYMid slice"
    >
      <circle cx="352" cy="70" r="34" className="fill-champagne-line" />
      <path d="M0 108 C70 66 130 62 196 96 S330 132 480 74 V160 H0Z" className="fill-brand opacity-30" />
      <path d="M0 132 C90 92 150 120 236 118 S380 96 480 118 V160 H0Z" className="fill-brand opacity-55" />
      <path d="M0 150 C120 126 210 150 300 142 S430 136 480 146 V160 H0Z" className="fill-brand" />
    </svg>
  )
}

/** Rows of cut paper: waves, leaves and a moon. */
export function PrintPicture() {
  return (
    <svg
      viewBox="0 0 480 160"
      className="block h-auto w-full bg-plan-blue-soft"
      preserveAspectRatio="xMidYMid slice"
    >
      <circle cx="104" cy="58" r="30" className="fill-paper" />
      <circle cx="116" cy="50" r="26" className="fill-plan-blue-soft" />
      {WAVES.map(({ y, opacity }) => (
        <path
          key={y}
          d={`M0 ${y} q30 -22 60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 V160 H0Z`}
          className={`fill-plan-blue ${opacity}`}
        />
      ))}
    </svg>
  )
}

const WAVES = [
  { y: 98, opacity: 'opacity-25' },
  { y: 118, opacity: 'opacity-45' },
  { y: 138, opacity: 'opacity-80' },
]
