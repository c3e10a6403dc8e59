/* People of nowhere, in a few shapes. Pictures: the same in both themes. */

export function SingerPortrait({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 512 512" className={className}>
      <circle cx="256" cy="256" r="256" fill="#22595a" />
      <circle cx="300" cy="196" r="150" fill="#f7c968" />
      <path
        d="M166 250C146 110 250 66 310 92c82 8 92 104 66 170-10 58 20 110 48 158l-304 16c40-56 56-116 46-186Z"
        fill="#1c1416"
      />
      <circle cx="318" cy="92" r="58" fill="#1c1416" />
      <path d="M226 322h78v86c0 46-78 46-78 0Z" fill="#8f573d" />
      <path d="M190 232c-4-82 142-92 148 0 4 68-26 124-74 126-48-2-72-58-74-126Z" fill="#b57350" />
      <path
        d="M186 248c4-88 64-118 110-108 34 10 48 50 46 98-22-18-42-42-54-70-26 38-62 58-102 80Z"
        fill="#1c1416"
      />
      <path
        d="M216 268q14 10 28 0m42 0q14 10 28 0m-70 54q22 16 44-2"
        stroke="#4a2318"
        strokeWidth="7"
        fill="none"
        strokeLinecap="round"
      />
      <path
        d="M84 446c24-34 92-52 140-58 16 36 68 36 82 0 48 6 96 22 122 56A256 256 0 0 1 84 446Z"
        fill="#e27a54"
      />
    </svg>
  )
}

export function GullPortrait({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 512 512" className={className}>
      <circle cx="256" cy="256" r="256" fill="#2f5d8c" />
      <path d="M20 356q59-44 118 0t118 0 118 0 118 0A256 256 0 0 1 20 356Z" fill="#1d3f66" />
      <path
        d="M120 330c20-84 90-120 150-118 8-44 50-66 86-52 28 10 40 36 38 60l46 20-52 14c-10 66-60 112-128 118H150Z"
        fill="#f5efe2"
      />
      <path d="M96 356c40-92 120-112 188-92-24 60-96 100-188 92Z" fill="#a9b8c4" />
      <path d="m392 216 60 22-62 12Z" fill="#f7c968" />
      <circle cx="356" cy="206" r="11" fill="#1c1416" />
    </svg>
  )
}
